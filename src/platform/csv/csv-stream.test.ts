import { expect, test } from 'vitest';
import { readCsv } from './csv.ts';
import { readCsvStream } from './csv-stream.ts';

async function* inParts(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function rows(bytes: Uint8Array, size = 7) {
  const found = [];
  for await (const row of readCsvStream(inParts(bytes, size))) found.push(row);
  return found;
}

const TABLES = [
  'a,b\n"one\ntwo",x\n\n,\nlast,y',
  'a;b\r\n"1;5";2\r\n\r\n"three\r\nlines\r\n";\u{1F30A}\r\nGröße;静か\r\n',
  "a\tb\r'=sum\t''x\r",
  'only a heading',
  '',
];

test.each(TABLES)(
  'a table that arrives in parts has the same rows and lines as in one part: %j',
  async (text) => {
    for (const size of [1, 2, 3, 7, 1000]) expect(await rows(Buffer.from(text), size)).toEqual(readCsv(text));
    expect(await rows(Buffer.from(`\uFEFF${text}`, 'utf16le'), 4)).toEqual(readCsv(text));
  },
);

test('a file that is not text is refused, wherever its first invalid byte is', async () => {
  const picture = Buffer.concat([Buffer.from('a,b\n1,2\n'.repeat(100)), Buffer.from([0xff, 0xd8, 0])]);
  await expect(rows(picture)).rejects.toThrow(/not in UTF-8/);
  await expect(rows(Buffer.from('a,b\nx,ü').subarray(0, -1))).rejects.toThrow(/not in UTF-8/);
});

test('an unclosed quote is refused with its line', async () => {
  await expect(rows(Buffer.from('a,b\nx,1\n\ny,"z\n'))).rejects.toMatchObject({
    issues: [{ path: 'line 4', message: 'This quote is never closed' }],
  });
});

test.each([
  ['row', 'a,b\n"', 2],
  ['heading', 'a', 1],
])('an unclosed %s is refused with its line, before the rest of the file is read', async (_, start, line) => {
  let read = 0;
  async function* endless() {
    yield Buffer.from(start);
    for (; read < 2_000_000; read += 1000) yield Buffer.alloc(1000, 'x');
  }
  const reading = async () => {
    for await (const _ of readCsvStream(endless()));
  };
  await expect(reading()).rejects.toThrow(new RegExp(`line is too long.*line ${line}`));
  expect(read).toBeLessThan(1_000_000);
});

test('empty rows count toward the limit of rows', async () => {
  const read = async (text: string) => {
    for await (const _ of readCsvStream(inParts(Buffer.from(text), 7), 3));
  };
  await read('a,b\n,\n,\n');
  await expect(read('a,b\n,\n,\n,\n')).rejects.toThrow('There are more than 3 lines (line 4)');
});

test('a reader that stops early closes the file', async () => {
  let isClosed = false;
  async function* file() {
    try {
      for (;;) yield Buffer.from('a,b\n');
    } finally {
      isClosed = true;
    }
  }
  for await (const row of readCsvStream(file())) if (row.line > 5) break;
  expect(isClosed).toBe(true);
});
