import { expect, test } from 'vitest';
import { type ClassicState, nextState } from './classic-state.ts';

const top: ClassicState<string> = { current: 'root', history: [], depth: 0, lockedUntil: 0 };
const select = (state: ClassicState<string>, node: string, now: number) =>
  nextState(state, { type: 'select', node }, now);
const deep = select(select(select(top, 'ocean', 0), 'wave', 1000), 'droplet', 2000);

test('selecting pushes the current node onto the history and goes one deeper', () => {
  expect(select(top, 'ocean', 0)).toMatchObject({ current: 'ocean', history: ['root'], depth: 1 });
  expect(deep).toMatchObject({ current: 'droplet', history: ['root', 'ocean', 'wave'], depth: 3 });
});

test('back pops', () => {
  const back = nextState(deep, { type: 'back' }, 3000);
  expect(back).toMatchObject({ current: 'wave', history: ['root', 'ocean'], depth: 2 });
});

test('back at the top does nothing', () => {
  expect(nextState(top, { type: 'back' }, 0)).toBe(top);
});

test('home clears', () => {
  expect(nextState(deep, { type: 'home' }, 3000)).toMatchObject({ current: 'root', history: [], depth: 0 });
});

test('a breadcrumb is jumped to', () => {
  const jumped = nextState(deep, { type: 'jump', depth: 1 }, 3000);
  expect(jumped).toMatchObject({ current: 'ocean', history: ['root'], depth: 1 });
  expect(nextState(deep, { type: 'jump', depth: 3 }, 3000)).toBe(deep);
});

test('after a step nothing moves for 500 ms', () => {
  const stepped = select(top, 'ocean', 1000);
  for (const action of [
    { type: 'select', node: 'wave' },
    { type: 'back' },
    { type: 'home' },
    { type: 'jump', depth: 0 },
  ] as const) {
    expect(nextState(stepped, action, 1499)).toBe(stepped);
    expect(nextState(stepped, action, 1500)).not.toBe(stepped);
  }
});

test('after a favorite nothing moves for 100 ms, and a longer lock stays', () => {
  const favored = nextState(top, { type: 'favorite' }, 1000);
  expect(select(favored, 'ocean', 1099)).toBe(favored);
  expect(select(favored, 'ocean', 1100).current).toBe('ocean');
  const stepped = select(top, 'ocean', 1000);
  expect(nextState(stepped, { type: 'favorite' }, 1100).lockedUntil).toBe(1500);
});
