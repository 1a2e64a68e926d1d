import type { QueryClient } from '@tanstack/react-query';
import type { MarkInWave, Progress } from '../../contract/schemas.ts';
import { afterSeen, mergeAllMarks } from '../../shared/marks.ts';
import { localMarks } from './local-progress.ts';
import { progressKey } from './use-progress.ts';

/** Stores a mark in the browser, and shows it. Makes it later than all known marks of its droplet. */
export function storeMark(queries: QueryClient, userId: number | null, mark: MarkInWave): void {
  const known = knownMark(queries, userId, mark.dropletId);
  const stored = { ...mark, at: Math.max(mark.at, (known?.at ?? 0) + 1) };
  localMarks.store({ ...stored, userId: userId ?? undefined });
  queries.setQueryData<Progress>(
    progressKey(userId),
    (before) => before && { ...before, again: mergeAllMarks([...before.again, stored]) },
  );
}

/** Starts the next wait when the reader has seen a due droplet to its end. Ignores an unknown reader. */
export function noteSeen(queries: QueryClient, userId: number | null | undefined, dropletId: number): void {
  if (userId === undefined) return;
  const mark = knownMark(queries, userId, dropletId);
  const next = mark && afterSeen(mark, Date.now());
  if (next && next !== mark) storeMark(queries, userId, next);
}

const knownMark = (queries: QueryClient, userId: number | null, dropletId: number) =>
  queries.getQueryData<Progress>(progressKey(userId))?.again.find((mark) => mark.dropletId === dropletId);
