import type { Api } from '#platform/web/api-client.ts';
import { MAX_REPORTS, saveProgress } from '../../contract/calls.ts';
import type { saveProgress as SaveProgress } from '../../contract/endpoints.ts';
import { mergeAll } from '../../shared/merge-reports.ts';
import { dropLocal, localOf } from './local-progress.ts';

/**
 * Sends the reports stored in this browser to the account: a visitor's, and the reader's own. A failure is
 * silent and leaves the rest for the next time, also after a crash.
 */
export async function sendLocal(api: Api, userId: number): Promise<void> {
  const waiting = localOf(userId);
  try {
    for (let from = 0; from < waiting.length; from += MAX_REPORTS) {
      const part = waiting.slice(from, from + MAX_REPORTS);
      const reports = mergeAll(part).map(({ dropletId, position, furthest, seenAt, at }) => ({
        dropletId,
        position,
        furthest,
        seenAt,
        at,
      }));
      await api<typeof SaveProgress>(saveProgress, { body: { reports } });
      dropLocal(part);
    }
  } catch {
    // Offline, or the session has ended.
  }
}
