import type { Api } from '#platform/web/api-client.ts';
import { MAX_POSITION, MAX_REPORTS, saveMarks, saveProgress } from '../../contract/calls.ts';
import type { saveMarks as SaveMarks, saveProgress as SaveProgress } from '../../contract/endpoints.ts';
import { mergeAllMarks } from '../../shared/marks.ts';
import { mergeAll } from '../../shared/merge-reports.ts';
import type { LocalList } from './local-list.ts';
import { localMarks, localReports } from './local-progress.ts';

/** The send under way, by account. */
const sends = new Map<number, { isOutdated: boolean; ended: Promise<void> }>();

/**
 * Sends this browser's stored reports and marks to the account: a visitor's, and the reader's own. A call
 * during another sends once more after it, so that requests to a slow server do not pile up. A page that
 * `isLeft` sends at once, because nothing comes after it. After a silent failure or a crash, the rest waits
 * for the next call.
 */
export function sendLocal(api: Api, userId: number, isLeft?: boolean): Promise<void> {
  if (isLeft) return sendLists(api, userId);
  const current = sends.get(userId);
  if (current) {
    current.isOutdated = true;
    return current.ended;
  }
  const send = { isOutdated: false, ended: Promise.resolve() };
  sends.set(userId, send);
  send.ended = (async () => {
    try {
      do {
        send.isOutdated = false;
        await sendLists(api, userId);
      } while (send.isOutdated);
    } finally {
      sends.delete(userId);
    }
  })();
  return send.ended;
}

async function sendLists(api: Api, userId: number): Promise<void> {
  await sendList(localReports, userId, (part) => {
    const reports = mergeAll(part).map(({ dropletId, position, furthest, seenAt, at }) => ({
      dropletId,
      // A reading may stay open overnight. One refused report would block all others.
      position: Math.min(position, MAX_POSITION),
      furthest: Math.min(furthest, MAX_POSITION),
      seenAt,
      at,
    }));
    return api<typeof SaveProgress>(saveProgress, { body: { reports, userId, sentAt: Date.now() } });
  });
  await sendList(localMarks, userId, (part) => {
    const marks = mergeAllMarks(part).map(({ dropletId, step, at }) => ({ dropletId, step, at }));
    return api<typeof SaveMarks>(saveMarks, { body: { marks, userId, sentAt: Date.now() } });
  });
}

async function sendList<T extends { dropletId: number; at: number }>(
  list: LocalList<T>,
  userId: number,
  send: (part: T[]) => Promise<unknown>,
): Promise<void> {
  const waiting = list.of(userId);
  try {
    for (let from = 0; from < waiting.length; from += MAX_REPORTS) {
      const part = waiting.slice(from, from + MAX_REPORTS);
      await send(part);
      list.drop(part);
    }
  } catch {
    // Offline, or the session has ended.
  }
}
