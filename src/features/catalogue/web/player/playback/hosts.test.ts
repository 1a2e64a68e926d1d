import { expect, test } from 'vitest';
import { readVimeoEvent } from './vimeo-playback.ts';
import { readYouTubeInfo } from './youtube-playback.ts';

test.each([
  [
    { currentTime: 3.5, duration: 63, muted: false, playbackRate: 1, playerState: 1 },
    { time: 3.5, duration: 63, muted: false, speed: 1, phase: 'playing', waiting: false },
  ],
  [{ playerState: 0 }, { phase: 'ended', waiting: false }],
  [{ playerState: 2 }, { phase: 'paused', waiting: false }],
  [{ playerState: 3 }, { waiting: true }],
  [{ playerState: -1 }, { waiting: false }],
  [{ playerState: 5 }, { waiting: false }],
  [{ playerState: 4 }, {}],
  [{ currentTime: 'soon', duration: null }, {}],
  [null, {}],
])('YouTube: %j', (info, expected) => {
  expect(readYouTubeInfo(info)).toEqual(expected);
});

test.each([
  [
    'playing',
    { seconds: 0, percent: 0, duration: 61.9 },
    { phase: 'playing', waiting: false, time: 0, duration: 61.9 },
  ],
  ['timeupdate', { seconds: 7.25, duration: 61.9 }, { time: 7.25, duration: 61.9 }],
  [
    'ended',
    { seconds: 61.9, duration: 61.9 },
    { phase: 'ended', waiting: false, time: 61.9, duration: 61.9 },
  ],
  ['bufferstart', undefined, { waiting: true }],
  ['volumechange', { volume: 1, muted: true }, { muted: true }],
  ['playbackratechange', { playbackRate: 1.5 }, { speed: 1.5 }],
  ['toString', 'anything', {}],
])('Vimeo: %s', (event, data, expected) => {
  expect(readVimeoEvent(event, data)).toEqual(expected);
});
