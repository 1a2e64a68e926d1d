import { expect, test } from 'vitest';
import { type ShownParts, shownParts } from './shown-parts.ts';

/** A film of this site that plays in a droplet's frame. */
const PLAYING = {
  kind: 'video',
  phase: 'playing',
  ready: true,
  waiting: false,
  started: true,
  steered: true,
  inFrame: true,
  covered: false,
  held: false,
} as const;
const IDLE = { ...PLAYING, phase: 'idle', started: false } as const;
const SILENT = { ...PLAYING, phase: 'idle', ready: false } as const;
const FAILED = { ...PLAYING, phase: 'failed' } as const;

type Situation = Parameters<typeof shownParts>[0];

test.each<[string, Situation, (keyof ShownParts)[]]>([
  ['a film that plays', PLAYING, ['controls', 'surface', 'fades']],
  ['a paused film', { ...PLAYING, phase: 'paused' }, ['controls', 'surface']],
  ['a film that has ended', { ...PLAYING, phase: 'ended' }, ['controls', 'surface']],
  ['a sound that plays', { ...PLAYING, kind: 'audio' }, ['controls', 'surface']],
  ['a film with an open menu', { ...PLAYING, held: true }, ['controls', 'surface']],
  ['a film without data', { ...PLAYING, waiting: true }, ['controls', 'surface', 'fades', 'spinner']],
  ['a film behind the end of its wave', { ...PLAYING, phase: 'ended', covered: true }, []],
  ['a lesson before Play', IDLE, ['controls']],
  ['an intro before Play', { ...IDLE, inFrame: false }, []],
  ['a host’s film before Play', { ...IDLE, ready: false }, ['controls']],
  ['a host’s player that has not answered', SILENT, ['spinner']],
  ['a host’s film under its own controls', { ...SILENT, steered: false }, []],
  ['a film that failed', FAILED, ['failure']],
  ['a host’s film that failed before an answer', { ...FAILED, ready: false }, ['failure']],
  ['a film whose preloading failed before Play', { ...FAILED, started: false }, ['controls', 'surface']],
])('%s shows its parts', (_, situation, parts) => {
  const shown = Object.entries(shownParts(situation)).filter(([, isShown]) => isShown);
  expect(shown.map(([part]) => part)).toEqual(parts);
});
