import { expect, test } from 'vitest';
import { stopAt } from './stop-at.ts';

const lesson = { id: 12, waveId: 5, title: 'Finish the Sentence' };
const wave = { dropletCount: 8 };

test.each([
  ['among its wave', { position: 3, total: 8 }, wave, 'Finish the Sentence, 3 of 8'],
  ['among results of a search', { position: 17, total: 40 }, wave, 'Finish the Sentence'],
  ['without a list', { position: 0, total: 0 }, wave, 'Finish the Sentence'],
  ['until its wave is loaded', { position: 3, total: 8 }, undefined, 'Finish the Sentence'],
])('a lesson that is open %s is remembered under the number in its wave alone', (_, position, its, label) => {
  expect(stopAt(lesson, position, its)).toEqual({ href: '/waves/5?droplet=12', label });
});
