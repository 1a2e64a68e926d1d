import { expect, test } from 'vitest';
import { readComfort } from './read-comfort.ts';

const DEFAULTS = { theme: 'system', text: 'normal', motion: 'system', captions: true };
const CHOSEN = { theme: 'dark', text: 'larger', motion: 'off', captions: false };
const cookie = (value: string) => `other=1; stillwater_comfort=${value}; last=2`;

test('stored choices are restored', () => {
  expect(readComfort(cookie(encodeURIComponent(JSON.stringify(CHOSEN))))).toEqual(CHOSEN);
});

test.each([
  [''],
  ['not_stillwater_comfort={}'],
  [cookie('not JSON')],
  [cookie('%E0%A4%A')],
  [cookie('null')],
  [cookie('7')],
  [cookie('{"theme":"pink","text":2,"motion":null,"captions":1}')],
])('%s falls back to the defaults', (cookies) => {
  expect(readComfort(cookies)).toEqual(DEFAULTS);
});
