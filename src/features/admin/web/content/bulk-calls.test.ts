import { expect, test } from 'vitest';
import { MAX_BULK } from '#features/catalogue/contract/write-calls.ts';
import { type Api, makeApi } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { BulkStopped, changeSeveral } from './bulk-calls.ts';
import type { Item } from './content-kinds.ts';

const items = Array.from({ length: MAX_BULK + 2 }, (_, id) => ({ id, version: 1 }) as Item);

/** A server whose calls change all of their items, except a call with a missing one. */
const serverWithout = (missing: number): Api =>
  makeApi(async (path, { body }) => {
    if (path === '/api/csrf-token') return Response.json({ csrfToken: 'token' });
    const { ids } = JSON.parse(String(body)) as { ids: number[] };
    const index = ids.indexOf(missing);
    if (index < 0) return Response.json({ changed: ids.length, entries: ids, waiting: 0 });
    const issues = [{ path: `ids.${index}`, message: 'This ocean no longer exists' }];
    return Response.json({ code: 'items-missing', message: 'Missing.', issues }, { status: 409 });
  });

const change = (missing: number) =>
  changeSeveral(serverWithout(missing), 'ocean', items, { action: 'unpublish' });

test('a change of more items than one call takes has a result of all calls', async () => {
  const ids = items.map(({ id }) => id);
  expect(await change(-1)).toEqual({ ids, changed: ids.length, entries: ids, waiting: 0 });
});

test('a stopped bulk change tells what earlier calls have changed, and which call failed', async () => {
  const stopped = (await change(MAX_BULK + 1).catch((error: unknown) => error)) as BulkStopped;
  expect(stopped).toBeInstanceOf(BulkStopped);
  expect(stopped.done.changed).toBe(MAX_BULK);
  expect(stopped.done.ids).toEqual(items.slice(0, MAX_BULK).map(({ id }) => id));
  expect(stopped.items).toEqual(items.slice(MAX_BULK));
  expect((stopped.cause as ApiError).issues[0]?.path).toBe('ids.1');
});

test('a bulk change that stops at the first call has changed nothing', async () => {
  const stopped = (await change(0).catch((error: unknown) => error)) as BulkStopped;
  expect(stopped.done).toEqual({ ids: [], changed: 0, entries: [], waiting: 0 });
  expect(stopped.cause).toBeInstanceOf(ApiError);
});
