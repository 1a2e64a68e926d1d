import { describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/open.ts';
import { startLosingProxy } from '#test/database/lost-commit.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { UsageCounters } from './usage-counters.ts';

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a write of counts whose answer is lost', () => {
  test('is not repeated when it was carried out', async () => {
    const { opened, url, remove } = await openSharedDatabase(1);
    const proxy = await startLosingProxy(url);
    const { db, close } = await openDatabase(proxy.url);
    const counters = new UsageCounters(db, { warn: () => {} });
    const stored = () =>
      opened[0]?.db.selectFrom('usage_counts').select(['event', 'n']).orderBy('event', 'desc').execute();
    proxy.loseNextCommit();
    counters.countItem({ event: 'opened', item_type: 'droplet', item_id: 1 });
    await expect.poll(stored, { timeout: 5_000 }).toEqual([{ event: 'opened', n: 1 }]);
    counters.countItem({ event: 'finished', item_type: 'droplet', item_id: 1 });
    await counters.stop();
    expect(await stored()).toEqual([
      { event: 'opened', n: 1 },
      { event: 'finished', n: 1 },
    ]);
    await close();
    proxy.stop();
    for (const database of opened) await database.close();
    await remove();
  });
});
