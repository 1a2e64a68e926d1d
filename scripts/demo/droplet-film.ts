/**
 * One droplet as a slow film, 9:16. The motif and its position are drawn with the same dice as the
 * droplet's cover, so the first frame answers the poster; then the water moves.
 */
import { hashOf } from '#features/catalogue/server/media/cover.mjs';
import { bytes, canvas, disc, distances, lens, ramp, ripple, wash, weight } from './canvas.ts';
import { dice, type Lch, lerp, mix, rgb, tone } from './ink.ts';
import { inksFor } from './palettes.ts';
import { reeds, stones } from './shore.ts';
import { breathing, type Film, HEIGHT, pool, type Stage, source, spread, swellsOf, WIDTH } from './stage.ts';
import { tide } from './tide.ts';

export const MODES = ['rings', 'reeds', 'stones', 'tide', 'fall', 'moon', 'pair'] as const;
type Mode = (typeof MODES)[number];

/** The motif a cover of this droplet has. */
export const modeOf = (ocean: string, seq: number): Mode =>
  MODES[(seq + hashOf(`row${ocean}`)) % MODES.length]!;

/** A droplet's film. `seq` is its position in the wave. */
export function dropletFilm(ocean: string, slug: string, seq: number, seconds: number): Film {
  const c = canvas(WIDTH, HEIGHT);
  const r = dice(`droplet:${slug}`);
  const p = inksFor('droplet', slug, ocean);
  const mode = modeOf(ocean, seq);
  const depth = ['deep', 'mid', 'pale', 'deep', 'mid'][(seq * 2 + hashOf(ocean)) % 5]!;
  const [w0, w1, w2] = p.water;
  const ground: [Lch, Lch, Lch] =
    depth === 'deep'
      ? [mix(w1, w2, 0.4), mix(w1, w2, 0.85), tone(w2, -0.02)]
      : depth === 'mid'
        ? [mix(w0, w1, 0.5), w1, mix(w1, w2, 0.7)]
        : [mix(p.sky[2]!, w0, 0.4), mix(w0, w1, 0.25), mix(w0, w1, 0.9)];
  const pace = dice(`pace:${slug}`);
  const s: Stage = {
    c,
    r,
    p,
    ground,
    k: WIDTH / 900,
    W: WIDTH,
    H: HEIGHT,
    seconds,
    disc: rgb(p.disc),
    light: rgb(p.foam),
    shade: rgb(tone(ground[2], -0.06)),
    breath: ocean === 'breath' ? breathing(4, 6) : breathing(pace.in(4.4, 5.4), pace.in(5.6, 6.8)),
    swells: swellsOf(slug),
  };
  const foot = rgb(tone(w2, -0.05));
  const lut = ramp(
    [
      [0, ground[0]],
      [0.55, ground[1]],
      [1, ground[2]],
    ],
    512,
  );
  const gain = depth === 'pale' ? 0.13 : depth === 'mid' ? 0.1 : 0.07;
  const water = (t: number): void => {
    ripple(c, s.swells, t);
    wash(c, lut, 0, HEIGHT, 34, s.light, gain);
  };
  const paint = { rings, pair, fall, moon, stones, reeds, tide }[mode](s, water);
  return (t) => {
    paint(t);
    weight(c, 0.66, foot, 0.5);
    return bytes(c);
  };
}

type Scene = (s: Stage, water: (t: number) => void) => (t: number) => void;

const rings: Scene = (s, water) => {
  const { r } = s;
  const cx = 900 * r.in(0.18, 0.82);
  const cy = 1600 * r.in(0.26, 0.46);
  const src = source(s, cx, cy, r.in(60, 90), 900 * r.in(0.8, 1.1), r.int(7, 9), 1, 1);
  const rad = r.in(24, 36) * s.k;
  const glow = pool(s, src.map, 810, 0.5);
  return (t) => {
    water(t);
    glow(t);
    spread(s, src, t);
    disc(s.c, cx * s.k, cy * s.k, rad * (0.9 + 0.26 * s.breath(t)), s.disc);
  };
};

const pair: Scene = (s, water) => {
  const { r } = s;
  const side = r.sign();
  const ax = 900 * (0.5 + side * r.in(0.2, 0.34));
  const ay = 1600 * r.in(0.16, 0.26);
  const bx = 900 * (0.5 - side * r.in(0.16, 0.36));
  const by = 1600 * r.in(0.46, 0.58);
  const a = source(s, ax, ay, 70, 900 * r.in(0.62, 0.8), 7, 1, 0.85);
  const b = source(s, bx, by, 46, 900 * r.in(0.42, 0.56), 6, 1, 0.85);
  return (t) => {
    water(t);
    spread(s, a, t);
    spread(s, b, t + 1.3);
    disc(s.c, ax * s.k, ay * s.k, 28 * s.k * (0.92 + 0.22 * s.breath(t)), s.disc);
  };
};

/** The light under a falling drop: width, position and thickness of each slice. */
const GLEAMS: Array<[number, number, number]> = [
  [1.7, -2, 18],
  [1.35, 34, 18],
  [0.9, 74, 16],
];

const fall: Scene = (s, water) => {
  const { r } = s;
  const cx = 900 * r.in(0.34, 0.66);
  const cy = 1600 * r.in(0.56, 0.66);
  const rad = 900 * r.in(0.075, 0.12);
  const y = 1600 * r.in(0.2, 0.32);
  const src = source(s, cx, cy, 74, 900 * r.in(0.72, 0.95), 8, 0.3, 1);
  const map = distances(s.c, cx * s.k, cy * s.k, 0.38);
  const glow = pool(s, map, 810, 0.62);
  return (t) => {
    water(t);
    glow(t);
    spread(s, src, t, 7);
    const b = s.breath(t); // the drop sinks as the breath goes out, and its light gathers
    const cyNow = y + (1 - b) * 130 - 30;
    disc(s.c, cx * s.k, cyNow * s.k, rad * s.k, s.disc);
    const near = 0.8 + 0.3 * (1 - b);
    GLEAMS.forEach(([w, dy, th], i) => {
      const sway = Math.sin(t * 0.7 + i * 1.4) * 9;
      lens(s.c, (cx + sway) * s.k, (cy + dy) * s.k, rad * w * near * s.k, (th * s.k) / 1.2, s.disc, 0.85);
    });
  };
};

const moon: Scene = (s, water) => {
  const { r } = s;
  const rad = 900 * r.in(0.3, 0.44);
  const cx = 900 * r.in(0.3, 0.7);
  const cy = 1600 * r.in(0.3, 0.42);
  const map = distances(s.c, cx * s.k, cy * s.k, 1);
  const glow = pool(s, map, rad * 2, 0.4);
  const count = r.int(15, 19);
  const slices: Array<[number, number, number, number, number]> = [];
  for (let i = 0; i < count; i++) {
    const t = (i + 0.5) / count;
    const y = cy - rad + 2 * rad * t;
    const v = (y - cy) / rad;
    const half = rad * Math.sqrt(1 - v * v);
    const x = cx + rad * r.in(-0.07, 0.07) * (0.25 + t);
    slices.push([x, y, 2 * half * r.in(0.97, 1.12), ((2 * rad) / count) * lerp(0.9, 0.36, t), t]);
  }
  for (let i = 0; i < 5; i++) {
    const x = cx + rad * r.in(-0.3, 0.3);
    slices.push([
      x,
      cy + rad * (1.12 + i * 0.16),
      rad * lerp(0.9, 0.3, i / 4) * r.in(0.7, 1.1),
      12 - i,
      1.1 + i * 0.1,
    ]);
  }
  return (t) => {
    water(t);
    glow(t);
    slices.forEach(([x, y, len, th, u], i) => {
      const sway = Math.sin(t * 0.62 - i * 0.55) * rad * (0.018 + 0.05 * u);
      const swell = 1 + 0.07 * Math.sin(t * 0.8 + i * 1.9) * (0.3 + u);
      const thick = th * (1 + 0.16 * Math.sin(t * 0.55 + i * 0.9));
      lens(s.c, (x + sway) * s.k, y * s.k, len * swell * s.k, thick * s.k, s.disc, 0.92);
    });
  };
};
