import { expect, test, vi } from 'vitest';
import type { Api } from '#platform/web/api-client.ts';
import { localReports } from './local-progress.ts';
import { sendLocal } from './send-local.ts';

test('reports to a server that does not answer wait for the first, and then go together', async () => {
  const userId = 7;
  const store = (position: number) =>
    localReports.store({
      ...{ dropletId: 1, waveId: 2, oceanId: 3, total: 4, seenAt: null, userId },
      ...{ position, furthest: position, at: position },
    });
  const sent: number[] = [];
  const answers: (() => void)[] = [];
  const api = ((_call: unknown, { body }: { body: { reports: { position: number }[] } }) => {
    sent.push(...body.reports.map(({ position }) => position));
    return new Promise<void>((resolve) => answers.push(resolve));
  }) as unknown as Api;
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
