import { expect, test } from 'vitest';
import { type CacheKey, ResponseCache } from './response-cache.ts';

test('memory is bounded, and a flood of searches does not evict the pages', async () => {
  const room = 1_000_000;
  const cached = new ResponseCache({ current: () => 1, invalidate: () => {}, close: async () => {} }, room);
  const keyOf = (url: string): CacheKey => ({ audience: 'visitor', url });
  const keep = (url: string, length = 5_000) =>
    cached.getOrProduce(keyOf(url), async () => ({
      status: 200,
      type: 'text/plain',
      body: 'x'.repeat(length),
    }));
  await keep('/api/oceans');
  for (let n = 0; n < 2_000; n += 1) {
    const answer = await keep(`/api/explore/droplets?q=${n}`);
    await answer.variant('br', (bytes) =>
      cached.addBytes(keyOf(`/api/explore/droplets?q=${n}`), answer, bytes),
    );
    expect(cached.counts.bytes).toBeLessThanOrEqual(room);
  }
  expect(cached.counts.entries).toBeGreaterThan(10);
  expect(cached.find(1, 'visitor', '/api/oceans')).toBeDefined();
  for (let n = 0; n < 500; n += 1) await keep(`/api/oceans/${n}`);
  expect(cached.counts.bytes).toBeLessThanOrEqual(room);
  expect(cached.find(1, 'visitor', '/api/oceans')).toBeUndefined();
  await keep('/a-huge-one', room);
  expect(cached.find(1, 'visitor', '/a-huge-one')).toBeUndefined();
  expect(cached.find(1, 'visitor', '/api/oceans/499')).toBeDefined();
  expect(cached.find(2, 'visitor', '/api/oceans/499')).toBeUndefined();
  expect(cached.counts).toMatchObject({ entries: 0, bytes: 0 });
});
