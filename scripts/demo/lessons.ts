/** Sounds that are lessons or resources in themselves, by file name. */

import { bed, bell, RATE, room, settle } from './sound.ts';
import { breathing } from './stage.ts';
import { hum, pacer, rain } from './weather.ts';

/** Bells at given moments, in a still room. */
function bells(seconds: number, strikes: Array<[number, number]>): Float32Array {
  const x = new Float32Array(seconds * RATE);
  for (const [at, hz] of strikes) bell(x, at, hz, 0.3, 7);
  return settle(room(x, 0.7), 0.34, 0.6, 3);
}

/** Two sounds laid over each other. */
function together(a: Float32Array, b: Float32Array, share: number): Float32Array {
  return a.map((v, i) => v + (b[i] ?? 0) * share);
}

/** The audio lessons; `lines` are the seconds at which captions begin. */
export const LESSONS: Record<string, (seconds: number, lines: number[]) => Float32Array> = {
  'listening-for-the-furthest-sound': (s) =>
    together(
      rain('far', s, 0),
      bells(s, [
        [s * 0.62, 392],
        [s * 0.8, 311.1],
      ]),
      0.16,
    ),
  'heavy-hands': (s, l) => bed('rest', 'heavy-hands', s, l, breathing(5, 8)),
  'hum-it-out': (s) => together(pacer('hum-it-out', s, 4, 8, 98), hum('lips', s, 98), 0.3),
  'rain-with-no-story': (s) => rain('rain-with-no-story', s, 0),
  'one-bell-until-it-is-gone': (s, l) =>
    bells(s, [
      [l[1]! - 1, 277.2],
      [l[3]! + 2, 207.7],
    ]),
  'the-hum-of-the-building': (s) => hum('building', s, 100),
};

/** Resource recordings, each with the length its title promises. */
export const RECORDINGS: Record<string, () => Float32Array> = {
  'room-tone.m4a': () => hum('room', 60, 50),
  'rain-on-a-tin-roof.m4a': () => rain('tin', 60, 1),
  'slow-breath-pacer.m4a': () => pacer('pacer', 120, 4, 6, 116.54),
};
