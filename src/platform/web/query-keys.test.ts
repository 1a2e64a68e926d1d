import { expect, test } from 'vitest';
import { type Call, pathOf, urlOf } from '#platform/http/contract/call.ts';
import { answersOf, keyOf } from './query-keys.ts';

const listOceans = { method: 'GET', path: '/api/oceans', access: 'anyone' } as const satisfies Call;
const getOcean = { method: 'GET', path: '/api/oceans/:id', access: 'anyone' } as const satisfies Call;
const listWaves = { method: 'GET', path: '/api/oceans/:id/waves', access: 'anyone' } as const satisfies Call;
const getSetting = { method: 'GET', path: '/api/settings/:key', access: 'anyone' } as const satisfies Call;
const table = { method: 'GET', path: '/api/droplets.csv', access: 'admin' } as const satisfies Call;

test('a path has its parameters filled in and escaped', () => {
  expect(pathOf(listOceans)).toBe('/api/oceans');
  expect(pathOf(listWaves, { id: 7 })).toBe('/api/oceans/7/waves');
  expect(pathOf(getSetting, { key: 'a/b c' })).toBe('/api/settings/a%2Fb%20c');
});

test('an address has the given values as its query', () => {
  expect(urlOf(table)).toBe('/api/droplets.csv');
  expect(urlOf(table, { query: { waveId: 3, search: 'x&y', cursor: '', limit: undefined } })).toBe(
    '/api/droplets.csv?waveId=3&search=x%26y',
  );
  expect(urlOf(getOcean, { params: { id: 7 } })).toBe('/api/oceans/7');
});

test('a query key is the address of the call', () => {
  expect(keyOf(listOceans)).toEqual(['/api/oceans']);
  expect(keyOf(getOcean, { id: 7 })).toEqual(['/api/oceans/7']);
});

test('all cached responses of a call are found, whatever their parameters, and no others', () => {
  const isFound = (key: readonly unknown[]) => answersOf(getOcean, table)({ queryKey: key });
  expect(isFound(keyOf(getOcean, { id: 7 }))).toBe(true);
  expect(isFound([urlOf(table, { query: { waveId: 3 } })])).toBe(true);
  expect(isFound([...keyOf(table), 'more'])).toBe(true);
  expect(isFound(keyOf(listOceans))).toBe(false);
  expect(isFound(keyOf(listWaves, { id: 7 }))).toBe(false);
  expect(isFound(['/api/dropletsxcsv'])).toBe(false);
  expect(isFound(['tree-opened'])).toBe(false);
});
