import { expect, test } from 'vitest';
import { afterEvent, type Command, type ElementEvent, type ElementState, READY } from './element-state.ts';

const READING = {
  currentTime: 0,
  duration: 20,
  ended: false,
  paused: true,
  muted: false,
  playbackRate: 1,
};
const changed = (reading: Partial<typeof READING>): ElementEvent => ({
  type: 'changed',
  reading: { ...READING, ...reading },
});
const ticked = (currentTime: number, muted = false): ElementEvent => ({
  type: 'ticked',
  reading: { ...READING, paused: false, currentTime, muted },
});
const FAILED = { type: 'failed', undecodable: false, loaded: true, muted: false, online: true } as const;
const PLAYS: ElementEvent[] = [{ type: 'asked' }, changed({ paused: false })];

/** Returns the last state, and all commands. */
function afterAll(events: readonly ElementEvent[], state: ElementState = READY): [ElementState, Command[]] {
  const commands: Command[] = [];
  for (const event of events) {
    const [next, command] = afterEvent(state, event);
    state = next;
    if (command) commands.push(command);
  }
  return [state, commands];
}

const phaseAfter = (...events: ElementEvent[]) => afterAll(events)[0].shown.phase;

test.each<[string, ElementEvent[], string]>([
  ['a loaded file', [changed({})], 'idle'],
  [
    'a sought file that nobody has played',
    [{ type: 'sought', time: 5 }, changed({ currentTime: 5 })],
    'idle',
  ],
  ['a file that plays', PLAYS, 'playing'],
  ['a paused file', [...PLAYS, changed({ currentTime: 3 })], 'paused'],
  ['a file that the browser refuses to play', [{ type: 'asked' }, changed({})], 'paused'],
  ['a file at its end', [...PLAYS, changed({ currentTime: 20, ended: true })], 'ended'],
  ['a file played again', [...PLAYS, changed({ ended: true }), changed({ paused: false })], 'playing'],
  ['a file that fails before the first press', [FAILED], 'failed'],
  ['a failed file that loads again', [FAILED, { type: 'retried' }], 'paused'],
])('%s has its phase', (_, events, phase) => {
  expect(phaseAfter(...events)).toBe(phase);
});

test('what an element reports is shown; an unknown length is 0', () => {
  const [{ shown }] = afterAll([
    changed({ currentTime: 7, duration: Number.NaN, muted: true, playbackRate: 1.5 }),
  ]);
  expect(shown).toMatchObject({ time: 7, duration: 0, muted: true, speed: 1.5, ready: true });
});

test('it waits from a lack of data, or from a retry, until data flow', () => {
  const waitsAfter = (...events: ElementEvent[]) => afterAll(events)[0].shown.waiting;
  expect(waitsAfter({ type: 'waits' })).toBe(true);
  expect(waitsAfter({ type: 'retried' })).toBe(true);
  expect(waitsAfter({ type: 'waits' }, { type: 'flows' })).toBe(false);
  expect(waitsAfter(...PLAYS, FAILED)).toBe(true);
  expect(waitsAfter(...PLAYS, FAILED, FAILED)).toBe(false);
});

test('only a file that stands still within half a second of its end is moved there, once', () => {
  const standing = (time: number, reads: number) =>
    afterAll([...PLAYS, ...Array.from({ length: reads }, () => ticked(time))])[1];
  expect(standing(19.6, 15)).toEqual([]);
  expect(standing(19.6, 16)).toEqual(['move to end']);
  expect(standing(19.6, 60)).toEqual(['move to end']);
  expect(standing(19.4, 60)).toEqual([]);
});

const BROKEN = { ...FAILED, undecodable: true };
const [LATER, MUTED] = ['retry later', 'retry muted'] as const;

test.each<[string, ElementEvent[], Command[], 'fails' | 'goes on']>([
  ['that nobody has asked for', [FAILED], [], 'fails'],
  ['that plays', [...PLAYS, FAILED], [LATER], 'goes on'],
  ['that fails twice at a position', [...PLAYS, FAILED, FAILED], [LATER], 'fails'],
  ['that fails again later', [...PLAYS, FAILED, ticked(4), FAILED], [LATER, LATER], 'goes on'],
  ['without a network', [...PLAYS, { ...FAILED, online: false }], [], 'fails'],
  ['that is undecodable with sound', [...PLAYS, BROKEN], [MUTED], 'goes on'],
  ['that is undecodable and muted', [...PLAYS, { ...BROKEN, muted: true }], [], 'fails'],
  ['that is undecodable and not loaded', [...PLAYS, { ...BROKEN, loaded: false }], [], 'fails'],
  ['heard for 3 s before', [...PLAYS, ticked(3), BROKEN], [LATER], 'goes on'],
  ['seen muted for 3 s', [...PLAYS, ticked(3, true), BROKEN], [MUTED], 'goes on'],
])('a file %s is retried as far as a retry can help', (_, events, commands, outcome) => {
  const [{ shown }, given] = afterAll(events);
  expect(given).toEqual(commands);
  expect(shown.phase === 'failed' ? 'fails' : 'goes on').toBe(outcome);
});
