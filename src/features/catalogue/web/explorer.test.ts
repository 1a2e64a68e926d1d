import { expect, test } from 'vitest';
import { type ExplorerState, explore } from './explorer.ts';

const top: ExplorerState<string> = { current: 'root', history: [], depth: 0, lockedUntil: 0 };
const select = (state: ExplorerState<string>, node: string, now: number) =>
  explore(state, { type: 'select', node }, now);
const deep = select(select(select(top, 'ocean', 0), 'wave', 1000), 'droplet', 2000);

test('selecting pushes the current node onto the history and goes one deeper', () => {
  expect(select(top, 'ocean', 0)).toMatchObject({ current: 'ocean', history: ['root'], depth: 1 });
  expect(deep).toMatchObject({ current: 'droplet', history: ['root', 'ocean', 'wave'], depth: 3 });
});

test('back pops', () => {
  const back = explore(deep, { type: 'back' }, 3000);
  expect(back).toMatchObject({ current: 'wave', history: ['root', 'ocean'], depth: 2 });
});

test('back at the top does nothing', () => {
  expect(explore(top, { type: 'back' }, 0)).toBe(top);
});

test('home clears', () => {
  expect(explore(deep, { type: 'home' }, 3000)).toMatchObject({ current: 'root', history: [], depth: 0 });
});

test('a breadcrumb is jumped to', () => {
  const jumped = explore(deep, { type: 'jump', depth: 1 }, 3000);
  expect(jumped).toMatchObject({ current: 'ocean', history: ['root'], depth: 1 });
  expect(explore(deep, { type: 'jump', depth: 3 }, 3000)).toBe(deep);
});

test('after a step nothing moves for 500 ms', () => {
  const stepped = select(top, 'ocean', 1000);
  for (const action of [
    { type: 'select', node: 'wave' },
    { type: 'back' },
    { type: 'home' },
    { type: 'jump', depth: 0 },
  ] as const) {
    expect(explore(stepped, action, 1499)).toBe(stepped);
    expect(explore(stepped, action, 1500)).not.toBe(stepped);
  }
});

test('after a favorite nothing moves for 100 ms, and a longer lock stays', () => {
  const hearted = explore(top, { type: 'favorite' }, 1000);
  expect(select(hearted, 'ocean', 1099)).toBe(hearted);
  expect(select(hearted, 'ocean', 1100).current).toBe('ocean');
  const stepped = select(top, 'ocean', 1000);
  expect(explore(stepped, { type: 'favorite' }, 1100).lockedUntil).toBe(1500);
});
