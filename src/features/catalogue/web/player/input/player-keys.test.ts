import { expect, test } from 'vitest';
import { isForPlayer, pressKey } from './player-keys.ts';

const press = (key: string, more = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  repeat: false,
  defaultPrevented: false,
  ...more,
});

/** An element inside elements with these names. */
const within = (...names: string[]) => ({
  closest: (selector: string) =>
    (selector.split(/,\s*/).some((one) => names.includes(one)) ? {} : null) as never,
});

test.each([
  ['a letter', press('k'), within('body'), true],
  ['a letter without a focused element', press('k'), null, true],
  ['a letter on a button', press('k'), within('button'), true],
  ['Space', press(' '), within('body'), true],
  ['Space on a button, which it presses', press(' '), within('button'), false],
  ['a letter in a field', press('k'), within('textarea'), false],
  ['Space in a field', press(' '), within('textarea'), false],
  ['a shortcut of the browser', press('k', { ctrlKey: true }), within('body'), false],
  ['a shortcut of the system', press('k', { metaKey: true }), within('body'), false],
  ['a letter with Alt', press('k', { altKey: true }), within('body'), false],
  ['a press that another part has handled', press('k', { defaultPrevented: true }), within('body'), false],
])('%s belongs to the player or not', (_, pressed, focused, expected) => {
  expect(isForPlayer(pressed, focused, false)).toBe(expected);
});

test('a player that listens on its whole page leaves the keys of a dialog above it', () => {
  expect(isForPlayer(press('k'), within('dialog'), true)).toBe(false);
  expect(isForPlayer(press('k'), within('dialog'), false)).toBe(true);
});

test('a key acts in either case; only back and forward repeat while held', () => {
  const done: string[] = [];
  const keys = { k: () => done.push('toggle'), l: () => done.push('forward') };
  expect(pressKey(keys, press('K'))).toBe(true);
  expect(pressKey(keys, press('k', { repeat: true }))).toBe(true);
  expect(pressKey(keys, press('l', { repeat: true }))).toBe(true);
  expect(pressKey(keys, press('x'))).toBe(false);
  expect(done).toEqual(['toggle', 'forward']);
});
