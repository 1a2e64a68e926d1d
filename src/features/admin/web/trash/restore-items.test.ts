import { expect, test } from 'vitest';
import { MAX_RESTORED } from '#features/trash/contract/calls.ts';
import type { Api } from '#platform/web/api-client.ts';
import { PartlyDone } from '../in-parts.ts';
import { restoreItems } from './trash-calls.ts';

/** Makes an API that restores calls with this number of items, and fails for others. */
const answering = (length: number): Api =>
  (async (_call: unknown, { body }: { body: { ids: number[] } }) => {
    if (body.ids.length !== length) throw new Error('no answer');
    return body.ids.map((id) => ({ id }));
  }) as unknown as Api;

test('a failure says which items were restored before it', async () => {
  const ids = Array.from({ length: MAX_RESTORED + 1 }, (_, id) => id);
  const failure = await restoreItems(answering(MAX_RESTORED), 'wave', ids).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PartlyDone);
  const first = ids.slice(0, MAX_RESTORED).map((id) => ({ id }));
  expect(failure).toMatchObject({ done: first, cause: new Error('no answer') });
  await expect(restoreItems(answering(1), 'wave', ids)).rejects.toThrow('no answer');
});
