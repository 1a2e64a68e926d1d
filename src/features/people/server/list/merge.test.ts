import { expect, test } from 'vitest';
import type { PersonKind } from '../../contract/schemas.ts';
import { merge } from './list-people.ts';
import type { Position } from './position.ts';
import type { Found, Walk } from './walks.ts';

/* Merges two walks, up to the earlier end of them. */

const at = (kind: PersonKind, key: number): Position => ({ kind, id: key, key });
/** Makes a walk that finds persons at these instants, and has read up to `end`. */
const walk =
  (kind: PersonKind, keys: number[], end: number | null): Walk =>
  async () => ({
    found: keys.map((key) => ({ position: at(kind, key) }) as Found),
    end: end === null ? null : at(kind, end),
  });

async function merged(walks: Walk[], limit = 10) {
  const { found, end } = await merge(walks, null, { limit, window: 5 });
  return { keys: found.map(({ position }) => position.key), end: end?.key ?? null };
}

test('both walks are over: everybody, in order, and no further position', async () => {
  const walks = [walk('account', [90, 40], null), walk('signup', [70, 10], null)];
  expect(await merged(walks)).toEqual({ keys: [90, 70, 40, 10], end: null });
});

test('nobody beyond the position that a walk has looked at: someone may be between', async () => {
  const walks = [walk('account', [90, 40], null), walk('signup', [70], 60)];
  expect(await merged(walks)).toEqual({ keys: [90, 70], end: 60 });
});

test('a walk that found nobody in its window leaves a short part', async () => {
  const walks = [walk('account', [40], null), walk('signup', [], 60)];
  expect(await merged(walks)).toEqual({ keys: [], end: 60 });
});

test('more than fit: the part ends with the last one of it', async () => {
  const walks = [walk('account', [90, 40], null), walk('signup', [70, 60], 60)];
  expect(await merged(walks, 2)).toEqual({ keys: [90, 70], end: 70 });
});
