import { expect, test } from 'vitest';
import { requestPlay, takePlayRequest } from './play-request.ts';

test('a press starts the medium that it asked for, once', () => {
  expect(takePlayRequest('/media/a.mp4')).toBe(false);
  requestPlay('/media/a.mp4');
  expect([takePlayRequest('/media/b.mp4'), takePlayRequest('/media/a.mp4')]).toEqual([false, true]);
  expect(takePlayRequest('/media/a.mp4')).toBe(false);
});
