import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from './ask.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';

let postgres: RunningPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.stop());

test('a fresh database answers a query', async () => {
  const url = await postgres.createDatabase();
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a database made from a template has the template’s rows', async () => {
  const template = await postgres.createDatabase('template_of_mine');
  await ask(template, "create table tide (name text); insert into tide values ('ebb')");
  const copy = await postgres.createDatabase(undefined, 'template_of_mine');
  expect(await ask(copy, 'select name from tide')).toEqual([{ name: 'ebb' }]);
});

test('text sorts by code point, as in SQLite', async () => {
  const rows = await ask(postgres.url, "select w from unnest(array['b','a','B','é','z']) w order by w");
  expect(rows).toEqual([{ w: 'B' }, { w: 'a' }, { w: 'b' }, { w: 'z' }, { w: 'é' }]);
});
