import { expect, test } from 'vitest';
import { daysProblem, latestDays, paymentsHref, readPaymentsDays } from './payments-address.ts';

const NOW = Date.UTC(2027, 0, 3, 12);
const read = (query: string) => readPaymentsDays(new URLSearchParams(query), NOW);

test('the page begins with the month before and the present one, by the clock of UTC', () => {
  expect(latestDays(NOW)).toEqual({ from: '2026-12-01', to: '2027-01-03' });
  expect(latestDays(Date.UTC(2027, 2, 31, 23, 59))).toEqual({ from: '2027-02-01', to: '2027-03-31' });
});

test('the address of the page keeps its days, and replaces impossible ones', () => {
  const days = { from: '2026-02-01', to: '2026-02-28' };
  expect(read(paymentsHref(days).split('?')[1] ?? '')).toEqual(days);
  for (const wrong of [
    '',
    'from=&to=',
    'from=2026-02-30&to=yesterday',
    'from=0002-01-01',
    'from=2026-02-10&to=2026-02-01',
    'from=2028-01-01',
  ])
    expect(read(wrong)).toEqual(latestDays(NOW));
});

test('both days must be chosen, the first one not after the last', () => {
  const day = '2026-02-01';
  expect(daysProblem({ from: day, to: day })).toBe('');
  expect(daysProblem({ from: '', to: day })).toBe('Choose the first day.');
  expect(daysProblem({ from: day, to: '' })).toBe('Choose the last day.');
  expect(daysProblem({ from: '0026-02-01', to: day })).toBe('Choose the first day.');
  expect(daysProblem({ from: day, to: '2026-01-31' })).toBe('The last day is before the first one.');
});
