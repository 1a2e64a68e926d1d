/**
 * Quiet sound, made from sines and noise: a pad, a bell where a line begins, and a breath of water.
 * Every ocean has its own root, scale and texture; every film its own order of notes.
 */
import { clamp, dice, smooth } from './ink.ts';
import { type Voice, voiceOf } from './voices.ts';

export const RATE = 24000;

/** Soft noise: brown-ish below `hz`, shaped by `level(t)`. */
export function noise(
  out: Float32Array,
  seed: string,
  hz: number,
  level: (t: number) => number,
  low = 90,
): void {
  const r = dice(`noise:${seed}`);
  const a = 1 - Math.exp((-2 * Math.PI * hz) / RATE);
  const b = 1 - Math.exp((-2 * Math.PI * low) / RATE);
  let l1 = 0;
  let l2 = 0;
  let hp = 0;
  for (let i = 0; i < out.length; i++) {
    l1 += a * (r.next() * 2 - 1 - l1);
    l2 += a * (l1 - l2);
    hp += b * (l2 - hp);
    out[i]! += (l2 - hp) * level(i / RATE);
  }
}

/** One bell, struck softly at `at` seconds. */
export function bell(out: Float32Array, at: number, hz: number, gain: number, decay = 3.4): void {
  const start = Math.floor(at * RATE);
  const parts: Array<[number, number, number]> = [
    [1, 1, 1],
    [2.003, 0.42, 0.62],
    [2.76, 0.2, 0.36],
    [4.07, 0.1, 0.22],
    [0.5, 0.3, 1.1],
  ];
  const end = Math.min(out.length, start + Math.floor(decay * 2.4 * RATE));
  for (const [ratio, level, life] of parts) {
    const w = (2 * Math.PI * hz * ratio) / RATE;
    for (let i = Math.max(0, start); i < end; i++) {
      const t = (i - start) / RATE;
      out[i]! +=
        Math.sin(w * (i - start)) *
        level *
        gain *
        Math.min(1, t / 0.03) *
        Math.exp(-t / (decay * life * 0.55));
    }
  }
}

/** A slow chord: each note swells by itself, each is two strings a hair apart. */
export function pad(out: Float32Array, seed: string, v: Voice, gain: number): void {
  const r = dice(`pad:${seed}`);
  const turn = r.in(9, 12);
  for (let chord = 0; chord < 2; chord++) {
    for (const step of v.chords[chord]!) {
      const hz = v.root * 2 ** (step / 12);
      const rate = r.in(0.05, 0.11);
      const phase = r.in(0, 6.28);
      const level = gain / (1 + step / 26);
      const w1 = (2 * Math.PI * hz * 0.9988) / RATE;
      const w2 = (2 * Math.PI * hz * 1.0012) / RATE;
      for (let i = 0; i < out.length; i++) {
        const t = i / RATE;
        const here = 0.5 + 0.5 * Math.cos((Math.PI * t) / turn); // 1 in the first chord, 0 in the second
        const share = chord ? 1 - here : here;
        if (share < 0.01) continue;
        const swell = 0.62 + 0.38 * Math.sin(2 * Math.PI * rate * t + phase);
        const a = Math.sin(w1 * i) + Math.sin(w2 * i + 1);
        out[i]! +=
          (a + v.warm * Math.sin(w1 * 2 * i) + v.warm * 0.4 * Math.sin(w2 * 3 * i)) *
          level *
          share *
          swell *
          0.5;
      }
    }
  }
}

const COMBS: Array<[number, number]> = [
  [61.3, 0.82],
  [71.9, 0.8],
  [83.1, 0.78],
  [97.7, 0.76],
];

/** A small still room: four combs and two all-passes. */
export function room(dry: Float32Array, wet: number): Float32Array {
  const out = new Float32Array(dry.length);
  for (const [ms, back] of COMBS) {
    const n = Math.floor((ms / 1000) * RATE);
    const line = new Float32Array(n);
    let damp = 0;
    for (let i = 0, j = 0; i < dry.length; i++, j = (j + 1) % n) {
      const y = line[j]!;
      damp += 0.45 * (y - damp);
      line[j] = dry[i]! + damp * back;
      out[i]! += y * 0.25;
    }
  }
  for (const ms of [11.3, 5.1]) {
    const n = Math.floor((ms / 1000) * RATE);
    const line = new Float32Array(n);
    for (let i = 0, j = 0; i < out.length; i++, j = (j + 1) % n) {
      const y = line[j]! - 0.6 * out[i]!;
      line[j] = out[i]! + 0.6 * y;
      out[i] = y;
    }
  }
  for (let i = 0; i < dry.length; i++) out[i] = dry[i]! + out[i]! * wet;
  return out;
}

/** Fades both ends and sets the loudest moment to `peak`. */
export function settle(x: Float32Array, peak: number, into = 1.8, away = 2.8): Float32Array {
  let top = 1e-6;
  for (const v of x) top = Math.max(top, Math.abs(v));
  const n = x.length;
  for (let i = 0; i < n; i++) {
    const t = i / RATE;
    x[i]! *= (peak / top) * smooth(t / into) * smooth((n / RATE - t) / away);
  }
  return x;
}

/** The bed under a film: pad, water in the rhythm of its breath, a bell at each line. */
export function bed(
  ocean: string,
  slug: string,
  seconds: number,
  lines: number[],
  breath: (t: number) => number,
): Float32Array {
  const v = voiceOf(ocean);
  const r = dice(`bells:${slug}`);
  const x = new Float32Array(Math.floor(seconds * RATE));
  pad(x, slug, v, 0.16);
  for (const at of lines) {
    const step = v.scale[Math.floor(r.next() * v.scale.length)]!;
    bell(x, Math.max(0.3, at - 0.25), v.root * 2 ** (step / 12), 0.17 * r.in(0.8, 1.1));
  }
  const wet = room(x, 0.5);
  noise(wet, slug, v.tone, (t) => v.water * (0.25 + 1.5 * breath(t)));
  return settle(wet, 0.32);
}

/** A mono 16-bit WAV file of the samples. */
export function wav(x: Float32Array): Buffer {
  const b = Buffer.alloc(44 + x.length * 2);
  b.write('RIFF', 0);
  b.writeUInt32LE(36 + x.length * 2, 4);
  b.write('WAVEfmt ', 8);
  b.writeUInt32LE(16, 16);
  b.writeUInt16LE(1, 20);
  b.writeUInt16LE(1, 22);
  b.writeUInt32LE(RATE, 24);
  b.writeUInt32LE(RATE * 2, 28);
  b.writeUInt16LE(2, 32);
  b.writeUInt16LE(16, 34);
  b.write('data', 36);
  b.writeUInt32LE(x.length * 2, 40);
  for (let i = 0; i < x.length; i++) b.writeInt16LE(Math.round(clamp(x[i]!, -1, 1) * 32767), 44 + i * 2);
  return b;
}
