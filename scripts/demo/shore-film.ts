/** Landscape films for introductions: an ocean seen from the shore, a wave seen level with the swell. */
import { hashOf, horizonFor } from '#features/catalogue/server/media/cover.mjs';
import { blend, bytes, canvas, disc, lens, ramp, ripple, wash } from './canvas.ts';
import { clamp, dice, lerp, mix, type Rgb, rgb, tone } from './ink.ts';
import { inksFor } from './palettes.ts';
import { mirror } from './shore.ts';
import { breathing, type Film, swellsOf } from './stage.ts';

export const WIDE = 768;
export const LOW = 432;
const K = WIDE / 1600;

/** Elevation: horizon, disc, its sliced reflection, long lines of light. */
export function oceanFilm(slug: string): Film {
  const c = canvas(WIDE, LOW);
  const r = dice(`ocean:${slug}`);
  const p = inksFor('ocean', slug, slug);
  const hz = 900 * horizonFor(slug);
  const reach = 900 - hz;
  const side = r.sign();
  const cx = 1600 * (0.5 + side * r.in(0.12, 0.27));
  const rad = 900 * (slug.length % 2 ? 0.17 : 0.2);
  const up = rad * (0.35 + (hashOf(slug) % 60) / 100);
  const sky = ramp(
    [
      [0, p.sky[0]!],
      [0.2, mix(p.sky[0]!, p.sky[1]!, 0.6)],
      [0.55, p.sky[1]!],
      [1, p.sky[2]!],
    ],
    512,
  );
  const deep = ramp(
    [
      [0, p.water[0]!],
      [0.16, mix(p.water[0]!, p.water[1]!, 0.55)],
      [0.46, p.water[1]!],
      [1, p.water[2]!],
    ],
    512,
  );
  const light = rgb(p.foam);
  const face = rgb(p.disc);
  const slices = mirror({ r, c, k: K, disc: face }, cx, hz, up, rad, 894);
  const lines = Array.from({ length: 12 }, (_, i) => {
    const t = (i + 0.5) / 12;
    return {
      x: 1600 * r.next(),
      y: hz + reach * t ** 1.6 + 4,
      len: 1600 * lerp(0.1, 0.5, t) * r.in(0.5, 1.1),
      th: lerp(1.6, 7, t) * 1.4,
      t,
    };
  });
  const far = rgb(mix(p.land, p.sky[2]!, 0.6));
  const foot = rgb(mix(p.land, p.sky[2]!, 0.72));
  const hill = ridge(-side, r.in(0.4, 0.58), r.in(0.06, 0.1), dice(`ridge:${slug}`).in(0, 6));
  const still = new Float32Array(c.field.length);
  const swells = swellsOf(slug);
  const breath = breathing(5, 6.5);
  return (t) => {
    ripple(c, swells, t * 1.2, hz * K, 0.6);
    const moving = c.field;
    c.field = still;
    wash(c, sky, 0, hz * K, 0, light, 0);
    c.field = moving;
    wash(c, deep, hz * K, LOW, 12, light, 0.1);
    const lift = 8 * breath(t);
    disc(c, cx * K, (hz - up - lift) * K, rad * K, face, 1, hz * K);
    for (let x = 0; x < WIDE; x++) {
      const h = hill(x / WIDE) * LOW;
      if (h <= 0) continue;
      const top = hz * K - h;
      for (let y = Math.floor(top); y < hz * K; y++)
        blend(c.px, (y * WIDE + x) * 3, y > hz * K - 8 ? foot : far, clamp(y - top + 0.5, 0, 1));
      for (let y = Math.ceil(hz * K); y < hz * K + h * 0.9; y++)
        blend(c.px, (y * WIDE + x) * 3, far, 0.4 * (1 - (y - hz * K) / (h * 0.9)));
    }
    slices(t, 0.82);
    for (const l of lines) {
      const drift = ((l.x + t * lerp(3, 16, l.t) + 400) % 2400) - 400;
      lens(c, drift * K, l.y * K, l.len * K, l.th * K, light, 0.28);
    }
    lens(c, WIDE / 2, hz * K, WIDE * 2.4, 1.6, light, 0.5);
    return bytes(c);
  };
}

/** A long quiet hill from one side; height as a share of the picture at x 0…1. */
function ridge(from: number, span: number, height: number, phase: number): (x: number) => number {
  return (x) => {
    const u = (from < 0 ? x : 1 - x) / span;
    if (u >= 1) return 0;
    return (
      height * (1 - u) ** 1.3 * (0.9 + 0.14 * Math.sin(u * 7 + phase) + 0.05 * Math.sin(u * 17 + phase * 2))
    );
  };
}

/** Section: layers of swell with narrow crests, one of them lit, all of them slowly on their way. */
export function waveFilm(ocean: string, slug: string): Film {
  const c = canvas(WIDE, LOW);
  const r = dice(`wave:${slug}`);
  const p = inksFor('wave', slug, ocean);
  for (let i = 0; i < 22; i++) r.next(); // the cover's grain
  const layers = r.int(7, 9);
  const lean = r.sign();
  const travel = r.in(0.17, 0.4);
  const top = 900 * r.in(0.15, 0.26);
  const phase = r.next();
  const steep = r.in(0.3, 0.52);
  const swell = r.in(0.8, 1.25);
  const rake = r.int(1, layers - 3);
  const raked = new Set([rake, rake + r.int(2, 3), layers - 1]);
  const warm = r.int(2, layers - 3);
  const foam = rgb(p.foam);
  const face = rgb(p.disc);
  const sky = ramp(
    [
      [0, p.sky[0]!],
      [0.14, mix(p.sky[0]!, p.sky[1]!, 0.6)],
      [0.3, p.sky[1]!],
      [0.5, p.sky[2]!],
      [1, p.sky[2]!],
    ],
    512,
  );
  const base = (i: number): number => lerp(top, 900 * 1.02, (i / (layers - 1)) ** 1.25);
  const amp = (i: number): number => 900 * lerp(0.022, 0.1, (i / (layers - 1)) ** 0.9) * swell;
  const luts = Array.from({ length: layers }, (_, i) => {
    const t = i / (layers - 1);
    const col =
      t < 0.45 ? mix(p.water[0]!, p.water[1]!, t / 0.45) : mix(p.water[1]!, p.water[2]!, (t - 0.45) / 0.55);
    const span = 910 - (base(i) - amp(i) * 1.2);
    const foot =
      i < layers - 1 ? clamp((base(i + 1) + amp(i + 1) - base(i) + amp(i) * 1.2) / span, 0.1, 1) : 1;
    const stops = [
      [0, mix(col, p.foam, 0.34)],
      [foot * 0.42, col],
      [foot, mix(col, p.water[2]!, 0.42)],
      [1.0001, tone(p.water[2]!)],
    ] as const;
    return { lut: ramp([...stops], 512), span };
  });
  const still = new Float32Array(c.field.length);
  const ys = new Float32Array(WIDE);
  return (t) => {
    c.field = still;
    wash(c, sky, 0, LOW, 0, foam, 0);
    for (let i = 0; i < layers; i++) {
      const d = i / (layers - 1);
      const len = 1600 * lerp(0.5, 1.5, d ** 0.9);
      const off = (phase + lean * travel * i) * len + lean * t * lerp(7, 26, d);
      const lift = Math.sin(t * 0.45 - i * 0.7) * amp(i) * 0.09;
      crest(ys, len, off, steep, (th) => (base(i) + lift - amp(i) * Math.cos(th)) * K);
      const y0 = (base(i) - amp(i) * 1.2) * K;
      const { lut, span } = luts[i]!;
      const next = i < layers - 1 ? (base(i + 1) + amp(i + 1) * 1.3) * K : LOW;
      for (let x = 0; x < WIDE; x++) {
        const line = ys[x]!;
        for (let y = Math.max(0, Math.floor(line)); y < Math.min(LOW, next + 4); y++) {
          const g = ((clamp((y - y0) / (span * K), 0, 1) * 511) | 0) * 3;
          const col: Rgb = [lut[g]!, lut[g + 1]!, lut[g + 2]!];
          blend(c.px, (y * WIDE + x) * 3, col, clamp(y - line + 0.5, 0, 1));
        }
        if (raked.has(i)) {
          for (let n = 1; n <= 5; n++)
            stroke(c.px, x, line + 900 * lerp(0.013, 0.026, d) * n * K, lerp(1, 1.5, d), foam, 0.3);
        }
        if (i === warm) stroke(c.px, x, line, lerp(2.4, 4.4, d), face, 1);
        else stroke(c.px, x, line, lerp(1.1, 1.8, d), foam, 0.55);
      }
    }
    return bytes(c);
  };
}

/** Heights of a trochoid for every column: narrow crests over broad troughs. */
function crest(ys: Float32Array, len: number, off: number, steep: number, at: (th: number) => number): void {
  for (let x = 0; x < ys.length; x++) {
    const goal = ((x / K - off) / len) * Math.PI * 2;
    let th = goal;
    for (let n = 0; n < 4; n++) th = goal + steep * Math.sin(th);
    ys[x] = at(th);
  }
}

/** A soft horizontal touch of a line, one column wide. */
function stroke(px: Float32Array, x: number, line: number, th: number, col: Rgb, alpha: number): void {
  for (let y = Math.max(0, Math.floor(line - th)); y <= Math.min(LOW - 1, line + th + 1); y++) {
    const a = clamp(th / 2 - Math.abs(y - line) + 0.5, 0, 1) * alpha;
    if (a > 0) blend(px, (y * WIDE + x) * 3, col, a);
  }
}
