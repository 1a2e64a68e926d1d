import { expect, test } from 'vitest';
import { type Box, findRoom, isFree } from './find-room.ts';

const SCREEN = { width: 1000 };
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
/** The notification's default position, at the bottom right of a screen of 1000 × 800. */
const OWN = box(680, 680, 300, 100);

const around = (controls: Box[], notices: Box[] = [], pressed: Box[] = []) => ({
  controls,
  notices,
  pressed,
});

test('a notification keeps its position when it covers no control', () => {
  expect(findRoom(OWN, around([]), SCREEN)).toEqual(OWN);
  expect(findRoom(OWN, around([box(100, 700, 100, 40)]), SCREEN)).toEqual(OWN);
});

test('a notification moves above a control that it would cover', () => {
  expect(findRoom(OWN, around([box(700, 700, 100, 40)]), SCREEN)).toEqual(box(680, 592, 300, 100));
  const column = [box(700, 700, 100, 40), box(700, 600, 100, 40)];
  expect(findRoom(OWN, around(column), SCREEN)).toEqual(box(680, 492, 300, 100));
});

test('a notification moves to the other side when its own has no room', () => {
  const full = Array.from({ length: 20 }, (_, row) => box(700, row * 40, 250, 36));
  expect(findRoom(OWN, around(full), SCREEN)).toEqual(box(20, 680, 300, 100));
});

test('a notification keeps its position when the screen has no room', () => {
  const full = Array.from({ length: 20 }, (_, row) => box(0, row * 40, 1000, 36));
  expect(findRoom(OWN, around(full), SCREEN)).toEqual(OWN);
});

test('on a screen full of controls, a notification still moves above a notice', () => {
  const full = Array.from({ length: 20 }, (_, row) => box(0, row * 40, 1000, 36));
  expect(findRoom(OWN, around(full, [box(600, 500, 400, 250)]), SCREEN)).toEqual(box(680, 392, 300, 100));
});

test('on a screen full of controls, a notification still moves above the row of the last press', () => {
  const full = Array.from({ length: 20 }, (_, row) => box(0, row * 40, 1000, 36));
  const row = box(0, 650, 1000, 100);
  expect(findRoom(OWN, around(full, [], [row]), SCREEN)).toEqual(box(680, 542, 300, 100));
  const whole = box(0, 0, 1000, 800);
  expect(findRoom(OWN, around(full, [row], [whole]), SCREEN)).toEqual(box(680, 542, 300, 100));
});

test('a position is free if it is on the screen and covers no control', () => {
  const screen = { width: 1000, height: 800 };
  expect(isFree(OWN, [box(100, 700, 100, 40)], screen)).toBe(true);
  expect(isFree(OWN, [box(700, 700, 100, 40)], screen)).toBe(false);
  expect(isFree(OWN, [], { width: 1000, height: 779 })).toBe(false);
  expect(isFree(OWN, [], { width: 979, height: 800 })).toBe(false);
});
