import { expect, test } from 'vitest';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import { DAY } from '#platform/text/time-units.ts';
import { setUpApi } from '#test/set-up-api.ts';

const api = setUpApi();

test('the list comes in parts, the newest codes first, down to the oldest', async () => {
  const ada = await api.signedIn('admin');
  const endsAt = new Date(Date.now() + 30 * DAY).toISOString();
  const made: number[] = [];
  for (const key of ['request-1', 'request-2', 'request-3', 'request-4', 'request-5'])
    made.unshift((await ada.post('/api/gift-codes', { months: 3, uses: 1, endsAt, key })).body.id);
  const listed: number[][] = [];
  for (let cursor: unknown = ''; cursor !== undefined && listed.length < 9; ) {
    const { body, headers } = await ada.get(`/api/gift-codes?limit=2${cursor && `&cursor=${cursor}`}`);
    listed.push(body.map(({ id }: { id: number }) => id));
    cursor = headers[NEXT_CURSOR.toLowerCase()];
  }
  expect(listed).toEqual([made.slice(0, 2), made.slice(2, 4), made.slice(4)]);
});
