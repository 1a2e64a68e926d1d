import { expect, test } from 'vitest';
import { findRoom, isFree } from './find-room.ts';

const SCREEN = { width: 1000 };
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
/** The notification's default position, at the bottom right of a screen of 1000 × 800. */
const OWN = box(680, 680, 300, 100);

test('a notification keeps its position when it covers no control', () => {
  expect(findRoom(OWN, [], [], SCREEN)).toEqual(OWN);
  expect(findRoom(OWN, [box(100, 700, 100, 40)], [], SCREEN)).toEqual(OWN);
});

test('a notification moves above a control that it would cover', () => {
  expect(findRoom(OWN, [box(700, 700, 100, 40)], [], SCREEN)).toEqual(box(680, 592, 300, 100));
  const column = [box(700, 700, 100, 40), box(700, 600, 100, 40)];
  expect(findRoom(OWN, column, [], SCREEN)).toEqual(box(680, 492, 300, 100));
});

test('a notification moves to the other side when its own has no room', () => {
  const full = Array.from({ length: 20 }, (_, row) => box(700, row * 40, 250, 36));
  expect(findRoom(OWN, full, [], SCREEN)).toEqual(box(20, 680, 300, 100));
});

test('a notification keeps its position when the screen has no room', () => {
  const full = Array.from({ length: 20 }, (_, row) => box(0, row * 40, 1000, 36));
  expect(findRoom(OWN, full, [], SCREEN)).toEqual(OWN);
});

test('on a screen full of controls, a notification still moves above a notice', () => {
  const full = Array.from({ length: 20 }, (_, row) => box(0, row * 40, 1000, 36));
  expect(findRoom(OWN, full, [box(600, 500, 400, 250)], SCREEN)).toEqual(box(680, 392, 300, 100));
});

test('a position is free if it is on the screen and covers no control', () => {
  const screen = { width: 1000, height: 800 };
  expect(isFree(OWN, [box(100, 700, 100, 40)], screen)).toBe(true);
  expect(isFree(OWN, [box(700, 700, 100, 40)], screen)).toBe(false);
  expect(isFree(OWN, [], { width: 1000, height: 779 })).toBe(false);
  expect(isFree(OWN, [], { width: 979, height: 800 })).toBe(false);
});
