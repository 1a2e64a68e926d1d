import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Api } from '#platform/web/api-client.ts';
import { readSetting, settingsQuery } from './site-settings.ts';

const answering = (fetch: () => Promise<unknown>) => fetch as unknown as Api;

test('settings are fresh for five minutes, and a failed load is retried once', async () => {
  vi.useFakeTimers();
  try {
    const load = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue([]);
    const queries = new QueryClient();
    const read = async () => {
      const answer = queries.fetchQuery(settingsQuery(answering(load)));
      await vi.advanceTimersByTimeAsync(10_000);
      return answer;
    };
    expect(await read()).toEqual([]);
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    await read();
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(60_000);
    await read();
    expect(load).toHaveBeenCalledTimes(3);
    queries.clear();
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['site.title', 'Stillwater'],
  ['site.description', 'A calming approach to mindful learning'],
  ['site.logo', '/logo.svg'],
  ['hero.title', 'Begin Your Learning Journey'],
  ['hero.subtitle', 'Discover a peaceful way to expand your knowledge'],
] as const)('without settings, or when they could not be loaded, %s is “%s”', (key, value) => {
  expect(readSetting([], key)).toBe(value);
  expect(readSetting(undefined, key)).toBe(value);
  expect(readSetting([{ key, value: 'Ours', category: 'general', description: null }], key)).toBe('Ours');
});
