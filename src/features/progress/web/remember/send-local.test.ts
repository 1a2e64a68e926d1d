import { beforeEach, expect, test, vi } from 'vitest';
import type { Api } from '#platform/web/api-client.ts';
import { localReports } from './local-progress.ts';
import { sendLocal } from './send-local.ts';

const userId = 7;
const store = (position: number) =>
  localReports.store({
    ...{ dropletId: 1, waveId: 2, oceanId: 3, total: 4, seenAt: null, userId },
    ...{ position, furthest: position, at: position },
  });
let sent: number[];
let answers: (() => void)[];
/** A server that answers when the test says so. */
const api = ((_call: unknown, { body }: { body: { reports: { position: number }[] } }) => {
  sent.push(...body.reports.map(({ position }) => position));
  return new Promise<void>((resolve) => answers.push(resolve));
}) as unknown as Api;
beforeEach(() => {
  sent = [];
  answers = [];
});

test('reports to a server that does not answer wait for the first, and then go together', async () => {
  const sends = [5_000, 6_000, 7_000].map((position) => {
    store(position);
    return sendLocal(api, userId);
  });
  await vi.waitFor(() => expect(sent).not.toEqual([]));
  expect(sent).toEqual([5_000]);
  answers.shift()?.();
  await vi.waitFor(() => expect(sent).toEqual([5_000, 7_000]));
  answers.shift()?.();
  await Promise.all(sends);
  expect(localReports.of(userId)).toEqual([]);
  expect(answers).toEqual([]);
});

test('a page that is left sends its last report at once', async () => {
  store(5_000);
  const first = sendLocal(api, userId);
  store(6_000);
  const last = sendLocal(api, userId, true);
  expect(sent).toEqual([5_000, 6_000]);
  for (const answer of answers) answer();
  await Promise.all([first, last]);
  expect(localReports.of(userId)).toEqual([]);
});
