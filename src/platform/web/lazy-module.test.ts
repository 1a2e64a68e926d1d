import { beforeEach, expect, test, vi } from 'vitest';
import { lazyModule } from './lazy-module.ts';

/** Stands in for the inline script's function. */
const reload = vi.fn(async () => {});
beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal('reloadAfterRelease', reload);
});

test('a module is loaded once for all callers', async () => {
  const load = vi.fn(async () => 'module');
  const lazy = lazyModule(load);
  expect(load).not.toHaveBeenCalled();
  expect(await Promise.all([lazy(), lazy()])).toEqual(['module', 'module']);
  expect(await lazy()).toBe('module');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a failed load rejects every caller, and the next call retries', async () => {
  const load = vi.fn(async () => 'module').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const lazy = lazyModule(load);
  const results = await Promise.allSettled([lazy(), lazy()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await lazy()).toBe('module');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a failed load is the same rejection while it is cached', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => 'module').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const lazy = lazyModule(load, 1_000);
  await expect(lazy()).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(999);
  await expect(lazy()).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(1);
  expect(await lazy()).toBe('module');
  expect(load).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('a loaded module is available synchronously, also to React', async () => {
  const lazy = lazyModule(async () => 'module');
  lazy.preload();
  expect(lazy.loaded()).toBeUndefined();
  await lazy();
  expect(lazy.loaded()).toBe('module');
  expect(lazy()).toMatchObject({ status: 'fulfilled', value: 'module' });
});

test('a failure cached as null is retried by preloading, and kept by a component', async () => {
  const load = vi.fn(async () => 'module' as string | null).mockResolvedValueOnce(null);
  const lazy = lazyModule(load);
  lazy.preload();
  await vi.waitFor(async () => expect(await lazy()).toBe('module'));
  load.mockResolvedValueOnce(null);
  lazy.forget();
  expect([await lazy(), await lazy()]).toEqual([null, null]);
});

test('preloading reports no failure, and a forgotten module is loaded again', async () => {
  const load = vi.fn(async () => 'module').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const lazy = lazyModule(load);
  lazy.preload();
  await vi.waitFor(async () => expect(await lazy()).toBe('module'));
  lazy.forget();
  expect(lazy.loaded()).toBeUndefined();
  await lazy();
  expect(load).toHaveBeenCalledTimes(3);
});

test.each([null, new TypeError('Failed to fetch')])(
  'a module lost by %s may reload the page',
  async (lost) => {
    const load = vi.fn(async (): Promise<string | null> => {
      if (lost) throw lost;
      return lost;
    });
    const lazy = lazyModule(load);
    expect(await lazy.preload()).toBeNull();
    expect(reload).not.toHaveBeenCalled();
    await lazy().catch(() => {});
    expect(reload).toHaveBeenCalledTimes(1);
  },
);

test('a module needed while it is preloaded may reload the page, and shows no failure then', async () => {
  reload.mockReturnValueOnce(new Promise(() => {}));
  const lazy = lazyModule(() => Promise.reject(new TypeError('Failed to fetch')));
  const outcome = vi.fn();
  void lazy.preload().then(outcome);
  lazy().then(outcome, outcome);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(outcome).not.toHaveBeenCalled();
});
