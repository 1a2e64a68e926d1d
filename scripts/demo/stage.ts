/** The base of every film: its water, its breath, and the rings and pools it can lay over the picture. */
import { type Canvas, distances, overlay, type Swell } from './canvas.ts';
import { clamp, type Dice, dice, type Inks, type Lch, lerp, mix, type Rgb, rgb, smooth } from './ink.ts';

/** Paints the picture at time t (seconds) and returns its bytes. */
export type Film = (t: number) => Uint8Array;

export interface Stage {
  c: Canvas;
  r: Dice;
  p: Inks;
  ground: [Lch, Lch, Lch];
  /** Cover pixels to film pixels. */
  k: number;
  W: number;
  H: number;
  disc: Rgb;
  light: Rgb;
  shade: Rgb;
  /** 0…1, the breath of this film at time t. */
  breath: (t: number) => number;
  swells: Swell[];
  seconds: number;
}

export const WIDTH = 432;
export const HEIGHT = 768;

/** A breath: `inn` seconds in, `out` seconds out, always turning softly. */
export const breathing =
  (inn: number, out: number) =>
  (t: number): number => {
    const u = t % (inn + out);
    return u < inn ? smooth(u / inn) : 1 - smooth((u - inn) / out);
  };

/** Slow swells with their own directions; `fine` raises how many fit the picture. */
export function swellsOf(seed: string, fine = 1): Swell[] {
  const r = dice(`swell:${seed}`);
  const lean = r.in(-0.3, 0.3);
  return [0, 1, 2, 3].map((i) => {
    const len = [300, 190, 132, 96][i]! / fine;
    const angle = Math.PI / 2 + lean + r.in(-0.6, 0.6); // crests lie across the picture
    const q = (Math.PI * 2) / len;
    return {
      kx: Math.cos(angle) * q,
      ky: Math.sin(angle) * q,
      speed: r.sign() * r.in(0.26, 0.4),
      phase: r.in(0, 6.28),
      weight: [0.38, 0.28, 0.24, 0.16][i]!,
    };
  });
}

interface Source {
  map: Float32Array;
  first: number;
  last: number;
  period: number;
  life: number;
  strength: number;
  lit: Float32Array;
  dim: Float32Array;
}

/** The origin of rings: `first`/`last` radii in cover pixels. */
export function source(
  s: Stage,
  cx: number,
  cy: number,
  first: number,
  last: number,
  count: number,
  ratio: number,
  strength: number,
): Source {
  const beat = dice(`beat:${cx.toFixed(2)}`);
  const period = beat.in(2.7, 3.6);
  return {
    map: distances(s.c, cx * s.k, cy * s.k, ratio),
    first,
    last,
    period,
    life: period * (count + 0.5),
    strength,
    lit: new Float32Array(5200),
    dim: new Float32Array(5200),
  };
}

/** Rings widen from the source as its cover has them: each a lit line with its shadow outside. */
export function spread(s: Stage, src: Source, t: number, bend = 9, top = 0): void {
  const { lit, dim, period, life } = src;
  lit.fill(0);
  dim.fill(0);
  const q = 4 * s.k;
  const now = t + life; // older rings are already on their way
  for (let n = Math.floor((now - life) / period) + 1; n * period <= now; n++) {
    const u = (now - n * period) / life;
    const radius = src.first * 0.62 * (src.last / (src.first * 0.62)) ** (u ** 0.8);
    const fade = src.strength * (1 - u) ** 1.15 * smooth(u / 0.1);
    const sw = clamp(radius * 0.045, 3, 15) * lerp(1, 0.6, u);
    const add = (lut: Float32Array, centre: number, half: number, a: number): void => {
      const lo = Math.max(0, Math.floor((centre - half) * q));
      const hi = Math.min(lut.length - 1, Math.ceil((centre + half) * q));
      for (let i = lo; i <= hi; i++) {
        const v = clamp(1 - Math.abs(i / q - centre) / half, 0, 1);
        lut[i] = Math.min(0.9, lut[i]! + a * v * v * (3 - 2 * v));
      }
    };
    add(lit, radius, sw * 1.15 + 1.6, fade * 0.86);
    add(dim, radius + sw * 2.1, sw * 2.6 + 2, fade * 0.3);
  }
  overlay(s.c, src.map, lit, dim, s.light, s.shade, bend, top);
}

/** A soft pool of light around a centre. */
export function pool(s: Stage, map: Float32Array, radius: number, a: number): (t: number) => void {
  const col = rgb(mix(s.ground[0], s.p.foam, 0.45));
  const n = Math.ceil(radius * s.k * 4) + 2;
  const lut = new Float32Array(n);
  const none = new Float32Array(n);
  return (t) => {
    const b = a * (0.82 + 0.18 * s.breath(t));
    for (let i = 0; i < n; i++) lut[i] = b * (1 - i / n) ** 1.4;
    overlay(s.c, map, lut, none, col, col, 30);
  };
}
