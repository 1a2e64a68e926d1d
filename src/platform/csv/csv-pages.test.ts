import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { neededNow, readingReplica } from '../database/replica/read-needs.ts';
import { writeCsvHeading, writeCsvRows } from './csv.ts';
import { writeCsvPages } from './csv-pages.ts';

const HEADING = ['n', 'name'];
const PAGES = 5;
const rowsOf = (page: number) => [0, 1, 2].map((n) => [page * 3 + n, `=name, ${n}`]);
const pageAt = (page: number) => ({ rows: rowsOf(page), next: page + 1 < PAGES ? page + 1 : undefined });

test('all pages make up the table, and each is read after its predecessor was consumed', async () => {
  const read: number[] = [];
  const texts = await writeCsvPages(HEADING, async (page: number = 0) => {
    read.push(page);
    return pageAt(page);
  });
  let whole = '';
  const known: number[] = [];
  for await (const text of texts) {
    known.push(read.length);
    whole += text;
  }
  expect(known).toEqual([1, 1, 2, 3, 4, 5]);
  expect(whole).toBe(writeCsvHeading(HEADING) + writeCsvRows([0, 1, 2, 3, 4].flatMap(rowsOf)));
});

test('a table without rows consists of its heading', async () => {
  const texts = await writeCsvPages(HEADING, async () => ({ rows: [], next: undefined }));
  expect((await Readable.from(texts).toArray()).join('')).toBe('\uFEFFn,name\r\n');
});

test('a failing first page is an error at once, and a later one ends the stream', async () => {
  const failing =
    (bad: number) =>
    async (page: number = 0) => {
      if (page === bad) throw new Error(`page ${bad}`);
      return pageAt(page);
    };
  await expect(writeCsvPages(HEADING, failing(0))).rejects.toThrow('page 0');
  const texts = await writeCsvPages(HEADING, failing(2));
  await expect(Readable.from(texts).toArray()).rejects.toThrow('page 2');
});

test('every page is read in the context of the request', async () => {
  const context = new AsyncLocalStorage<string>();
  const contexts: unknown[] = [];
  const texts = await context.run('this request', () =>
    writeCsvPages(HEADING, async (page: number = 0) => {
      contexts.push(context.getStore());
      return pageAt(page);
    }),
  );
  await context.run('another', () => Readable.from(texts).toArray());
  expect(contexts).toEqual(Array(PAGES).fill('this request'));
});

test('later pages may come from the replica if the first may, although the request is over', async () => {
  const needs = { version: 7, writtenAt: 1 };
  const read: unknown[] = [];
  const table = () =>
    writeCsvPages(HEADING, async (page: number = 0) => {
      read.push(neededNow());
      return pageAt(page);
    });
  await Readable.from(await readingReplica(needs, table)).toArray();
  expect(read).toEqual(Array(PAGES).fill(needs));
  read.length = 0;
  const ofThePrimary = await table();
  await readingReplica(needs, () => Readable.from(ofThePrimary).toArray());
  expect(read).toEqual(Array(PAGES).fill(undefined));
});
