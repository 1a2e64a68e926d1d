import { expect, test } from 'vitest';
import { HOUR, MINUTE } from '#platform/text/time-units.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { clockCheck } from './clock-check.ts';

const api = setUpApi();
const db = () => api.database.db;

test('a clock that differs from another one is serious', async () => {
  const onTime = await clockCheck(db()).look();
  const late = await clockCheck(db(), undefined, () => Date.now() - 5 * MINUTE).look();
  if (process.env.TEST_ENGINE === 'postgres') {
    expect(onTime).toEqual({ problems: [], text: 'It agrees with the database.' });
    expect(late.problems).toMatchObject([{ name: 'clock-wrong', title: 'Clock: 5 minutes behind' }]);
  } else
    expect([onTime, late]).toEqual(Array(2).fill({ problems: [], text: expect.stringMatching('no other') }));
  expect((await clockCheck(db(), { clockAhead: 2 * HOUR }).look()).problems).toMatchObject([
    {
      level: 'serious',
      title: 'Clock: 2 hours ahead',
      meaning: expect.stringContaining('that of the payment provider'),
    },
  ]);
  expect((await clockCheck(db(), { clockAhead: 9_000 }).look()).problems).toEqual([]);
});
