import { beforeEach, expect, test, vi } from 'vitest';
import { fakeStorage } from './favorites.fixture.ts';
import {
  FAVORITES_KEY,
  forgetItem,
  forgetLocal,
  keepLocal,
  localOf,
  localWord,
  readLocal,
  subscribeLocal,
} from './local-favorites.ts';

const one = { itemType: 'droplet' as const, itemId: 1 };
const two = { itemType: 'ocean' as const, itemId: 1 };

let storage: ReturnType<typeof fakeStorage>;
beforeEach(() => {
  storage = fakeStorage();
});

test('a press is kept under the product’s key and read back', () => {
  keepLocal({ ...one, at: 5 });
  expect(JSON.parse(storage.items.get('stillwater.favorites') ?? '')).toEqual([{ ...one, at: 5 }]);
  expect(localWord(one, null)).toBe(true);
  expect(localWord(two, null)).toBeUndefined();
});

test('the last press of an item stands in place of earlier ones', () => {
  keepLocal({ ...one, at: 1 });
  keepLocal({ ...two, at: 2 });
  keepLocal({ ...one, removed: true, at: 3 });
  expect(localWord(one, null)).toBe(false);
  expect(readLocal()).toEqual([
    { ...two, at: 2 },
    { ...one, removed: true, at: 3 },
  ]);
});

test('a visitor’s presses are anybody’s who signs in, a member’s are nobody else’s', () => {
  keepLocal({ ...one, at: 1 });
  keepLocal({ ...two, userId: 7, at: 2 });
  expect(localOf(7)).toHaveLength(2);
  expect(localOf(8)).toEqual([{ ...one, at: 1 }]);
  expect(localWord(two, 7)).toBe(true);
  expect(localWord(two, 8)).toBeUndefined();
  expect(localWord(two, null)).toBeUndefined();
});

test('broken or foreign contents count as nothing, and give way to the next press', () => {
  for (const text of ['', '{', 'null', '7', '{"itemType":"ocean"}', '"droplet"']) {
    storage.items.set(FAVORITES_KEY, text);
    expect(readLocal(), text).toEqual([]);
  }
  const odd = [
    null,
    3,
    { itemType: 'sea', itemId: 1 },
    { itemType: 'ocean', itemId: '1' },
    { ...one, userId: 'x' },
    { ...one, at: 'then' },
    { ...one, removed: 1 },
    two,
  ];
  storage.items.set(FAVORITES_KEY, JSON.stringify(odd));
  expect(readLocal()).toEqual([two]);
  storage.items.set(FAVORITES_KEY, '{');
  keepLocal(one);
  expect(readLocal()).toEqual([one]);
});

test('refused storage reads as empty, and says so when something is to be kept', () => {
  storage.refuse = true;
  expect(readLocal()).toEqual([]);
  expect(() => keepLocal(one)).toThrow('refused');
  expect(() => forgetItem(one, 7)).not.toThrow();
});

test('what has been delivered is forgotten, what was pressed meanwhile stays', () => {
  keepLocal({ ...one, at: 1 });
  keepLocal({ ...two, at: 1 });
  const sent = localOf(7);
  keepLocal({ ...two, removed: true, at: 2 });
  forgetLocal(sent);
  expect(readLocal()).toEqual([{ ...two, removed: true, at: 2 }]);
  forgetItem(two, 7);
  expect(storage.items.has(FAVORITES_KEY)).toBe(false);
});

test('a change is told in this tab, and in the others by the browser', () => {
  const told = vi.fn();
  const stop = subscribeLocal(told);
  keepLocal(one);
  expect(told).toHaveBeenCalledTimes(1);
  storage.fire({ key: FAVORITES_KEY });
  storage.fire({ key: null });
  expect(told).toHaveBeenCalledTimes(3);
  storage.fire({ key: 'something else' });
  expect(told).toHaveBeenCalledTimes(3);
  stop();
  keepLocal(two);
  storage.fire({ key: null });
  expect(told).toHaveBeenCalledTimes(3);
});
