import { expect, test } from 'vitest';
import { readCsv, readText, writeCsv } from './csv.ts';

const cells = (text: string) => readCsv(text).map((row) => row.cells);

test('what is written is read again, whatever stands in the cells', () => {
  const rows = [
    ['plain', 'with, comma', 'with "quotes"', 'two\nlines', ' spaces '],
    ['=1+1', '+1', '-1', '@x', '\ttab'],
    ["'=already", "'quoted", "''=twice", '＝wide', ';semi'],
    ['', 'é', '🌊', '"', '\r\n'],
  ];
  expect(cells(writeCsv(['a', 'b', 'c', 'd', 'e'], rows).slice(1))).toEqual([
    ['a', 'b', 'c', 'd', 'e'],
    ...rows,
  ]);
});

test('no cell that was text begins as a formula does', () => {
  const dangerous = ['=cmd', '+1', '-1', '@sum', '\tx', '\rx', '＝a', '＋a', '－a', '＠a'];
  const text = writeCsv(
    ['a'],
    dangerous.map((cell) => [cell]),
  );
  const lines = text.split('\r\n').slice(1, -1);
  for (const line of lines) expect(line.replace(/^"/, '')).toMatch(/^'/);
  expect(lines).toHaveLength(dangerous.length);
});

test('numbers and flags stay what they are', () => {
  expect(writeCsv(['a', 'b', 'c'], [[-1, true, null]])).toBe('\uFEFFa,b,c\r\n-1,true,\r\n');
});

test('semicolons and tabs separate as well, as the heading says', () => {
  expect(cells('a;b\n1,5;2\n')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ]);
  expect(cells('a\tb\r\n"x;y"\tz')).toEqual([
    ['a', 'b'],
    ['x;y', 'z'],
  ]);
});

test('each row knows its line, also after cells of several lines and empty lines', () => {
  const rows = readCsv('a,b\n"one\ntwo",x\n\n,\nlast,y');
  expect(rows).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['one\ntwo', 'x'] },
    { line: 6, cells: ['last', 'y'] },
  ]);
});

test('a quote that never ends is told by its line', () => {
  expect(() => readCsv('a,b\nx,"y\nz')).toThrow(
    expect.objectContaining({ issues: [{ path: 'line 2', message: 'A quote begins here and never ends' }] }),
  );
});

test('UTF-8 with and without its mark and UTF-16 are read; what is neither is refused', () => {
  const text = 'Größe,静か';
  expect(readText(Buffer.from(text))).toBe(text);
  expect(readText(Buffer.from(`\uFEFF${text}`))).toBe(text);
  expect(readText(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe(text);
  expect(readText(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())).toBe(text);
  for (const bytes of [Buffer.from('Größe', 'latin1'), Buffer.from(text, 'utf16le'), Buffer.from('a\0b')])
    expect(() => readText(bytes)).toThrow(/not in UTF-8/);
});

test('more lines than can be checked are refused', () => {
  expect(() => readCsv('a\n'.repeat(100_000))).not.toThrow();
  expect(() => readCsv('a\n'.repeat(100_001))).toThrow('more than 100,000 lines');
});
