import { expect, test } from 'vitest';
import { endPlayRequest, isPlayRequested, requestPlay } from './play-request.ts';

test('a press starts the medium that it asked for, once', () => {
  expect(isPlayRequested('/media/a.mp4')).toBe(false);
  requestPlay('/media/a.mp4');
  expect([isPlayRequested('/media/b.mp4'), isPlayRequested('/media/a.mp4')]).toEqual([false, true]);
  endPlayRequest();
  expect(isPlayRequested('/media/a.mp4')).toBe(false);
});
