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

/**
 * Reads the reader's progress: a visitor's from this browser. A member's comes from the server, after the
 * entries that wait in this browser were sent, together with those that could not be sent.
 */
export async function readProgress(api: Api, userId: number | null): Promise<Progress> {
  const progress = userId === null ? { ...NOTHING, welcome: localWelcome() } : await readStored(api, userId);
  const all = progress.remembers ? withLocal(progress, userId) : progress;
  if (all.places.length === 0) markBegun('nothing');
  // Only the card finds out that all was seen (`through`): a stored state is not overwritten here.
  else if (!document.documentElement.dataset.begun) markBegun('open');
  return all;
}

const withLocal = (progress: Progress, userId: number | null): Progress => ({
  ...progress,
  ...summarize(localReports.of(userId), progress),
  again: mergeAllMarks([...progress.again, ...localMarks.of(userId)]),
});

const NOTHING: Progress = { remembers: true, waves: [], places: [], again: [], welcome: null };

async function readStored(api: Api, userId: number): Promise<Progress> {
  await sendLocal(api, userId);
  // Without a connection, dots show what this browser knows. A node of the version before knows no welcome.
  return { ...NOTHING, ...(await api<typeof GetProgress>(getProgress).catch(() => NOTHING)) };
}
