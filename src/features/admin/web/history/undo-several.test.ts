import { expect, test } from 'vitest';
import { MAX_UNDONE } from '#features/history/contract/calls.ts';
import type { Api } from '#platform/web/api-client.ts';
import { PartlyDone } from '../in-parts.ts';
import { undoSeveral } from './history-queries.ts';

/* A bulk change with more entries than one call can undo. */

const entries = Array.from({ length: MAX_UNDONE + 1 }, (_, index) => index + 1);

/** Makes an API that accepts calls with these numbers of entries, and fails for others. */
const answering = (...lengths: number[]): Api =>
  (async (_call: unknown, { body }: { body: { entries: number[] } }) => {
    if (!lengths.includes(body.entries.length)) throw new Error('no answer');
    return { entries: body.entries.map((entry) => entry + 10_000) };
  }) as unknown as Api;

test('the newest part is undone first, and all entries of the undoing are returned', async () => {
  const undoing = await undoSeveral(answering(MAX_UNDONE, 1), entries);
  expect(undoing).toEqual([...entries.slice(1), 1].map((entry) => entry + 10_000));
});

test('a failure says how many changes were undone before it', async () => {
  const failure = await undoSeveral(answering(MAX_UNDONE), entries).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PartlyDone);
  expect(failure).toMatchObject({ done: { length: MAX_UNDONE }, cause: new Error('no answer') });
  await expect(undoSeveral(answering(1), entries)).rejects.toThrow('no answer');
});
