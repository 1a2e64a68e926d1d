import { expect, test } from 'vitest';
import { readCsv, readText, writeCsvHeading, writeCsvRows } from './csv.ts';

const cells = (text: string) => readCsv(text).map((row) => row.cells);

test('a written table is read back unchanged, with any content of its cells', () => {
  const rows = [
    ['plain', 'with, comma', 'with "quotes"', 'two\nlines', ' spaces '],
    ['=1+1', '+1', '-1', '@x', '\ttab'],
    ["'=already", "'quoted", "''=twice", '＝wide', ';semi'],
    ['', 'é', '🌊', '"', '\r\n'],
  ];
  const heading = ['a', 'b', 'c', 'd', 'e'];
  const text = writeCsvHeading(heading) + writeCsvRows(rows);
  expect(cells(text.slice(1))).toEqual([heading, ...rows]);
});

test('no text cell is written as a formula', () => {
  const dangerous = ['=cmd', '+1', '-1', '@sum', '\tx', '\rx', '＝a', '＋a', '－a', '＠a'];
  const text = writeCsvRows(dangerous.map((cell) => [cell]));
  const lines = text.split('\r\n').slice(0, -1);
  for (const line of lines) expect(line.replace(/^"/, '')).toMatch(/^'/);
  expect(lines).toHaveLength(dangerous.length);
});

test('numbers and booleans are written unchanged', () => {
  expect(writeCsvRows([[-1, true, null]])).toBe('-1,true,\r\n');
});

test('amounts are numbers with two decimals, also negative ones', () => {
  const amounts = [2000, -1999, 5, 0].map((cents) => ({ cents }));
  expect(writeCsvRows([amounts])).toBe('20.00,-19.99,0.05,0.00\r\n');
});

test('the heading determines the separator: comma, semicolon or tab', () => {
  expect(cells('a;b\n1,5;2\n')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ]);
  expect(cells('a\tb\r\n"x;y"\tz')).toEqual([
    ['a', 'b'],
    ['x;y', 'z'],
  ]);
});

test('each row has its line, also after multi-line cells and empty lines', () => {
  const rows = readCsv('a,b\n"one\ntwo",x\n\n,\nlast,y');
  expect(rows).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['one\ntwo', 'x'] },
    { line: 6, cells: ['last', 'y'] },
  ]);
});

test('an unclosed quote is refused with its line', () => {
  expect(() => readCsv('a,b\nx,"y\nz')).toThrow(
    expect.objectContaining({ issues: [{ path: 'line 2', message: 'This quote is never closed' }] }),
  );
});

test('UTF-8 with and without a byte order mark and UTF-16 are read; others are refused', () => {
  const text = 'Größe,静か';
  expect(readText(Buffer.from(text))).toBe(text);
  expect(readText(Buffer.from(`\uFEFF${text}`))).toBe(text);
  expect(readText(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe(text);
  expect(readText(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())).toBe(text);
  const halved = Buffer.from(text).subarray(0, -1);
  for (const bytes of [
    Buffer.from('Größe', 'latin1'),
    Buffer.from(text, 'utf16le'),
    Buffer.from('a\0b'),
    halved,
  ])
    expect(() => readText(bytes)).toThrow(/not in UTF-8/);
});

test('empty lines are ignored, and rows may have fewer or more cells than the heading', () => {
  expect(cells(`a,b\n${'\n'.repeat(100_001)}1\n2,3,4`)).toEqual([['a', 'b'], ['1'], ['2', '3', '4']]);
});

test('too many lines are refused', () => {
  expect(() => readCsv('a\n'.repeat(100_000))).not.toThrow();
  expect(() => readCsv('a\n'.repeat(100_001))).toThrow('more than 100,000 lines');
});

test.each([
  ['a,b\n\nx "y" z,1', 3],
  ['a,b\n"one\ntwo",1\n"x"y,2', 4],
  ['a,b\r\n"one\r\ntwo",1\r\nx, "y"', 4],
])('a quote in the middle of a cell is refused with its line: %j', (text, line) => {
  expect(() => readCsv(text)).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ path: `line ${line}` })] }),
  );
});

test('line numbers count each kind of line break once, inside and between cells', () => {
  expect(readCsv('a\r\n"one\r\n\r\ntwo"\r\n\r\nx\ry\nz').map(({ line }) => line)).toEqual([1, 2, 6, 7, 8]);
});

test('rows of empty cells at the end do not count toward the limit', () => {
  expect(cells(`a,b\nx,${'\n,'.repeat(1_000_000)}`)).toEqual([
    ['a', 'b'],
    ['x', ''],
  ]);
});
