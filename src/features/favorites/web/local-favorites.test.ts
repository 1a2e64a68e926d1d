import { beforeEach, expect, test, vi } from 'vitest';
import { fakeStorage } from './favorites.fixture.ts';
import {
  FAVORITES_KEY,
  forgetItem,
  forgetLocal,
  localFavorite,
  localOf,
  readLocal,
  storeLocal,
  subscribeLocal,
} from './local-favorites.ts';

const one = { itemType: 'droplet' as const, itemId: 1 };
const two = { itemType: 'ocean' as const, itemId: 1 };

let storage: ReturnType<typeof fakeStorage>;
beforeEach(() => {
  storage = fakeStorage();
});

test('a press is stored under the product’s key and read back', () => {
  storeLocal({ ...one, at: 5 });
  expect(JSON.parse(storage.items.get('stillwater.favorites') ?? '')).toEqual([{ ...one, at: 5 }]);
  expect(localFavorite(one, null)).toBe(true);
  expect(localFavorite(two, null)).toBeUndefined();
});

test('the last press on an item replaces earlier ones', () => {
  storeLocal({ ...one, at: 1 });
  storeLocal({ ...two, at: 2 });
  storeLocal({ ...one, removed: true, at: 3 });
  expect(localFavorite(one, null)).toBe(false);
  expect(readLocal()).toEqual([
    { ...two, at: 2 },
    { ...one, removed: true, at: 3 },
  ]);
});

test('a visitor’s presses belong to whoever signs in, a member’s to nobody else', () => {
  storeLocal({ ...one, at: 1 });
  storeLocal({ ...two, userId: 7, at: 2 });
  expect(localOf(7)).toHaveLength(2);
  expect(localOf(8)).toEqual([{ ...one, at: 1 }]);
  expect(localFavorite(two, 7)).toBe(true);
  expect(localFavorite(two, 8)).toBeUndefined();
  expect(localFavorite(two, null)).toBeUndefined();
});

test('broken or foreign contents count as empty, and the next press replaces them', () => {
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
  storeLocal(one);
  expect(readLocal()).toEqual([one]);
});

test('refused storage reads as empty and throws on storing', () => {
  storage.refuse = true;
  expect(readLocal()).toEqual([]);
  expect(() => storeLocal(one)).toThrow('refused');
  expect(() => forgetItem(one, 7)).not.toThrow();
});

test('delivered presses are removed, a press made meanwhile stays', () => {
  storeLocal({ ...one, at: 1 });
  storeLocal({ ...two, at: 1 });
  const sent = localOf(7);
  storeLocal({ ...two, removed: true, at: 2 });
  forgetLocal(sent);
  expect(readLocal()).toEqual([{ ...two, removed: true, at: 2 }]);
  forgetItem(two, 7);
  expect(storage.items.has(FAVORITES_KEY)).toBe(false);
});

test('listeners hear changes of this tab and of others', () => {
  const listener = vi.fn();
  const stop = subscribeLocal(listener);
  storeLocal(one);
  expect(listener).toHaveBeenCalledTimes(1);
  storage.fire({ key: FAVORITES_KEY });
  storage.fire({ key: null });
  expect(listener).toHaveBeenCalledTimes(3);
  storage.fire({ key: 'something else' });
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  storeLocal(two);
  storage.fire({ key: null });
  expect(listener).toHaveBeenCalledTimes(3);
});
