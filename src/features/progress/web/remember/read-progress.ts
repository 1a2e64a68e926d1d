import type { Api } from '#platform/web/api-client.ts';
import { getProgress } from '../../contract/calls.ts';
import type { getProgress as GetProgress } from '../../contract/endpoints.ts';
import type { Progress } from '../../contract/schemas.ts';
import { mergeAllMarks } from '../../shared/marks.ts';
import { summarize } from '../../shared/summarize.ts';
import { markBegun } from './begun.ts';
import { localMarks, localReports } from './local-progress.ts';
import { localWelcome } from './local-welcome.ts';
import { sendLocal } from './send-local.ts';

/** Progress as pages have it. */
export interface KnownProgress extends Progress {
  /** The server did not respond, so these are only this browser's unsent entries. */
  isPartial?: true;
}

/**
 * Reads the reader's progress: a visitor's from this browser, a member's from the server. First sends this
 * browser's waiting entries, and adds those that could not be sent.
 */
export async function readProgress(api: Api, userId: number | null): Promise<KnownProgress> {
  const progress: KnownProgress =
    userId === null ? { ...NOTHING, welcome: localWelcome() } : await readStored(api, userId);
  const all = progress.remembers ? withLocal(progress, userId) : progress;
  // A busy server does not mean that nothing was begun.
  if (all.stops.length === 0 && all.isPartial) return all;
  if (all.stops.length === 0) markBegun('nothing');
  // Does not overwrite a stored state, because only the card detects `through`.
  else if (!document.documentElement.dataset.begun) markBegun('open');
  return all;
}

const withLocal = (progress: KnownProgress, userId: number | null): KnownProgress => ({
  ...progress,
  ...summarize(localReports.of(userId), progress),
  again: mergeAllMarks([...progress.again, ...localMarks.of(userId)]),
});

const NOTHING: Progress = { remembers: true, waves: [], stops: [], again: [], welcome: null };

const PARTIAL: KnownProgress = { ...NOTHING, isPartial: true };

async function readStored(api: Api, userId: number): Promise<KnownProgress> {
  await sendLocal(api, userId);
  // Offline, dots show this browser's entries. A node of the previous version sends no welcome.
  return { ...NOTHING, ...(await api<typeof GetProgress>(getProgress).catch(() => PARTIAL)) };
}
