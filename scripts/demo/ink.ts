import { hashOf } from '#features/catalogue/server/media/cover.mjs';

/* The inks of the cover art, for moving pictures: a film opens in the colors of its own cover. */

export type Lch = readonly [number, number, number];
export type Rgb = [number, number, number];

export interface Inks {
  sky: [Lch, Lch, Lch];
  disc: Lch;
  water: [Lch, Lch, Lch];
  land: Lch;
  foam: Lch;
}

/** A seeded source of numbers with a few conveniences. */
export interface Dice {
  next: () => number;
  in: (lo: number, hi: number) => number;
  int: (lo: number, hi: number) => number;
  sign: () => number;
}

/** Mulberry32 on a hashed seed. */
export function dice(seed: string): Dice {
  let a = hashOf(seed);
  const next = (): number => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (lo: number, hi: number): number => lo + (hi - lo) * next();
  return {
    next,
    in: between,
    int: (lo, hi) => Math.floor(between(lo, hi + 1)),
    sign: () => (next() < 0.5 ? -1 : 1),
  };
}

export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;
export const clamp = (v: number, lo: number, hi: number): number => Math.min(hi, Math.max(lo, v));
export const smooth = (t: number): number => {
  const u = clamp(t, 0, 1);
  return u * u * (3 - 2 * u);
};

/** OKLCH to sRGB 0–255; chroma is reduced until the colour fits. */
export function rgb([L, C, H]: Lch): Rgb {
  const linear = (c: number): Rgb => {
    const a = c * Math.cos((H * Math.PI) / 180);
    const b = c * Math.sin((H * Math.PI) / 180);
    const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
    return [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ];
  };
  let c = C;
  let out = linear(c);
  while (c > 0 && out.some((v) => v < -0.001 || v > 1.001)) {
    c -= 0.005;
    out = linear(Math.max(0, c));
  }
  return out.map((v) => {
    const u = clamp(v, 0, 1);
    return 255 * (u <= 0.0031308 ? 12.92 * u : 1.055 * u ** (1 / 2.4) - 0.055);
  }) as Rgb;
}

/** The same colour as a hex string, for SVG. */
export const hex = (c: Lch): string =>
  `#${rgb(c)
    .map((v) => Math.round(v).toString(16).padStart(2, '0'))
    .join('')}`;

const D = Math.PI / 180;

/** Straight line through OKLab: warm to cool passes through grey, never violet. */
export function mix(p: Lch, q: Lch, t: number): Lch {
  const a = lerp(p[1] * Math.cos(p[2] * D), q[1] * Math.cos(q[2] * D), t);
  const b = lerp(p[1] * Math.sin(p[2] * D), q[1] * Math.sin(q[2] * D), t);
  return [lerp(p[0], q[0], t), Math.hypot(a, b), (Math.atan2(b, a) / D + 360) % 360];
}

export const tone = (c: Lch, dL = 0, dC = 0, dH = 0): Lch => [
  clamp(c[0] + dL, 0.08, 0.99),
  Math.max(0, c[1] + dC),
  c[2] + dH,
];
