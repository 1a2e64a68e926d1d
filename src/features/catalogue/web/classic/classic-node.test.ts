import { expect, test } from 'vitest';
import { isPlayable, levelTitle, ROOT } from './classic-node.ts';

test.each([
  ['root', 'Categories'],
  ['ocean', 'Explore Waves'],
  ['wave', 'Explore Droplets'],
  ['droplet', 'Explore Further'],
] as const)('the level under a %s is titled %s', (type, title) => {
  expect(levelTitle(type)).toBe(title);
});

test('the root is titled Learning Categories', () => {
  expect(ROOT.title).toBe('Learning Categories');
});

test.each([
  ['video', '/media/a.mp4', true],
  ['audio', '/media/a.m4a', true],
  ['video', null, false],
  ['text', '/media/a.txt', false],
  ['none', null, false],
] as const)('%s at %s can be played: %s', (mediaType, mediaUrl, playable) => {
  expect(isPlayable({ mediaType, mediaUrl })).toBe(playable);
});
