/** Sounds of their own: rain, the hum of a room, a breath to follow. */
import { clamp, dice, smooth } from './ink.ts';
import { bell, noise, RATE, room, settle } from './sound.ts';

/** Rain: a soft hiss that comes and goes, and drops, some on tin. */
export function rain(seed: string, seconds: number, tin: number): Float32Array {
  const r = dice(`rain:${seed}`);
  const x = new Float32Array(Math.floor(seconds * RATE));
  for (let t = 0; t < seconds; t += -Math.log(1 - r.next() * 0.999) / 17) {
    const hz = tin ? r.in(900, 2600) : r.in(500, 1500);
    const life = r.in(0.006, 0.03) * (1 + tin);
    const g = 0.06 * r.next() ** 2 + 0.006;
    const s = Math.floor(t * RATE);
    const n = Math.floor(life * 6 * RATE);
    for (let i = 0; i < n && s + i < x.length; i++)
      x[s + i]! += Math.sin((2 * Math.PI * hz * i) / RATE) * g * Math.exp(-i / RATE / life);
  }
  const wet = room(x, 0.35);
  noise(wet, seed, 3200, (t) => 0.1 * (0.8 + 0.2 * Math.sin(t * 0.31) * Math.sin(t * 0.13 + 1)), 380);
  noise(wet, `${seed}2`, 420, (t) => 0.35 * (0.8 + 0.2 * Math.sin(t * 0.21)), 60);
  return settle(wet, 0.42, 3, 4);
}

/** A room with nobody speaking in it: a low hum and some air. */
export function hum(seed: string, seconds: number, hz: number): Float32Array {
  const r = dice(`hum:${seed}`);
  const x = new Float32Array(Math.floor(seconds * RATE));
  const parts = [1, 2, 3, 4, 6].map((m) => ({
    w: (2 * Math.PI * hz * m * (1 + r.in(-0.0006, 0.0006))) / RATE,
    a: 0.2 / m ** 1.15,
    q: r.in(0.05, 0.16),
    p: r.in(0, 6.28),
  }));
  for (let i = 0; i < x.length; i++) {
    const t = i / RATE;
    for (const m of parts)
      x[i]! += Math.sin(m.w * i + m.p) * m.a * (0.75 + 0.25 * Math.sin(2 * Math.PI * m.q * t + m.p));
  }
  noise(x, seed, 620, () => 0.3);
  return settle(x, 0.28, 3, 4);
}

/** A breath to follow: a warm tone and air that rise for `inn` seconds and fall for `out`. */
export function pacer(seed: string, seconds: number, inn: number, out: number, root: number): Float32Array {
  const x = new Float32Array(Math.floor(seconds * RATE));
  const level = (t: number): number => {
    const u = t % (inn + out);
    return u < inn ? smooth(u / inn) : 1 - smooth((u - inn) / out);
  };
  let phase = 0;
  for (let i = 0; i < x.length; i++) {
    const l = level(i / RATE);
    phase += (2 * Math.PI * root * 2 ** ((l * 5) / 12)) / RATE;
    x[i] =
      (Math.sin(phase) + 0.5 * Math.sin(phase * 1.5) + 0.25 * Math.sin(phase * 2)) *
      0.16 *
      clamp(0.12 + l, 0, 1);
  }
  for (let t = 0.6; t < seconds - 3; t += inn + out) bell(x, t, root * 4, 0.05, 2.6);
  const wet = room(x, 0.45);
  noise(wet, seed, 900, (t) => 0.05 + 0.42 * level(t));
  return settle(wet, 0.34, 2, 4);
}
