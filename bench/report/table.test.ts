import { expect, test } from 'vitest';
import { figure, holds, markdown, spread, type Table, verdict } from './table.ts';

const table: Table = {
  title: 'Cached responses',
  columns: ['Request', 'Of bare', 'p99'],
  rows: [
    [
      '/api/oceans',
      spread([0.8, 0.7, 0.9], { digits: 2, limit: { atLeast: 0.75 } }),
      figure(1.5, { digits: 1, limit: { atMost: 2 } }),
    ],
    [
      '/app',
      figure(0.5, { digits: 2, limit: { atLeast: 0.75 } }),
      figure(3, { digits: 1, limit: { atMost: 2 } }),
    ],
    ['/api/user', figure(0.1, { digits: 2 }), 'none'],
  ],
  note: 'Taken in a test.',
};

test('a figure shows its median, its spread and its unit', () => {
  expect(spread([3, 1, 2], { unit: 'ms' }).shown).toBe('2 ms (1–3)');
  expect(spread([1.234], { digits: 2 }).shown).toBe('1.23');
  expect(figure(12_345).shown).toBe('12,345');
});

test('a value equal to its limit holds, and one beyond it fails', () => {
  expect(holds(figure(0.75, { limit: { atLeast: 0.75 } }))).toBe(true);
  expect(holds(figure(0.749, { limit: { atLeast: 0.75 } }))).toBe(false);
  expect(holds(figure(2.01, { limit: { atMost: 2 } }))).toBe(false);
});

test('a figure that could not be measured does not pass', () => {
  const unknown = figure(Number.NaN, { unit: 'ms', limit: { atMost: 4 } });
  expect(holds(unknown)).toBe(false);
  expect(unknown.shown).toBe('not measured');
});

test('each row of the table says whether it holds, and names the columns that fail', () => {
  expect(markdown(table)).toBe(
    [
      '#### Cached responses',
      '',
      '| Request | Of bare | p99 | Holds |',
      '| --- | --: | --: | --: |',
      '| /api/oceans | 0.80 (0.70–0.90) | 1.5 | yes |',
      '| /app | 0.50 | 3.0 | **no**: Of bare, p99 |',
      '| /api/user | 0.10 | none |  |',
      '',
      'Taken in a test.',
    ].join('\n'),
  );
});

test('a table without limits judges nothing', () => {
  expect(markdown({ title: 'Start', columns: ['What', 'ms'], rows: [['a|b', figure(3)]] })).toBe(
    ['#### Start', '', '| What | ms |', '| --- | --: |', '| a\\|b | 3 |'].join('\n'),
  );
});

test('the verdict counts all limits and lists the rows that fail', () => {
  expect(verdict([table])).toEqual({ judged: 4, short: ['Cached responses, /app: Of bare 0.50; p99 3.0'] });
});

test('a row with more or fewer cells than columns is refused', () => {
  expect(() => markdown({ title: 'Start', columns: ['What', 'ms'], rows: [['alone']] })).toThrow('1 cells');
});
