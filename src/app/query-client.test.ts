import { expect, test } from 'vitest';
import { makeQueryClient } from './query-client.ts';

test('queries are never retried, refetched on focus or polled, and data never becomes stale', () => {
  const { queries, mutations } = makeQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  expect(queries?.refetchInterval).toBeUndefined();
  expect(mutations?.retry).toBe(false);
  const observed = makeQueryClient().defaultQueryOptions({ queryKey: ['any'] });
  expect(observed.refetchOnReconnect).toBe(false);
});
