import { expect, test } from 'vitest';
import { MINUTE } from '#platform/text/time-units.ts';
import { figuresOf, type Sample, slopeOf } from './node-life.ts';

const sample = (minute: number, memory: number): Sample => ({
  age: minute * MINUTE,
  memory,
  heap: memory / 2,
  descriptors: 30,
  loopDelay: 20,
});

test('the slope of a node’s memory is measured after its warm-up', () => {
  const warmingUp = Array.from({ length: 10 }, (_, minute) => sample(minute, 100 + 5 * minute));
  const growing = Array.from({ length: 11 }, (_, minute) => sample(10 + minute, 150 + 0.6 * minute));
  const figures = figuresOf([...warmingUp, ...growing], 10 * MINUTE);
  expect(figures?.slope).toBeCloseTo(36);
  expect(figures?.middle.memory).toBeCloseTo(150.6);
  expect(figures?.end.memory).toBeCloseTo(155.4);
  expect(figures?.leastHeap).toBe(75);
});

test('a life that ends before it is warm has no figures', () => {
  expect(figuresOf([sample(0, 100), sample(1, 110)], 10 * MINUTE)).toBeUndefined();
});

test('the slope is the slope of the least-squares line', () => {
  expect(
    slopeOf([
      [0, 1],
      [1, 3],
      [2, 2],
    ]),
  ).toBeCloseTo(0.5);
});
