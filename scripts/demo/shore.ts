/** Droplet motifs with land in them: stones and reeds; and the mirrored disc. */
import { blend, canvas, disc, lens, over, ramp, ripple, wash } from './canvas.ts';
import { clamp, type Lch, lerp, mix, type Rgb, rgb, tone } from './ink.ts';
import { type Stage, source, spread } from './stage.ts';

type Paint = (t: number) => void;

/** Worn stones in water: they hold still, the rings and the light go by. */
export function stones(s: Stage, water: Paint): Paint {
  const { r, p, ground, k } = s;
  const count = r.int(1, 3);
  const lean = r.sign();
  let y = 1600 * r.in(0.3, 0.4);
  let x = 900 * (0.5 + lean * r.in(0.04, 0.16));
  let size = 900 * r.in(0.25, 0.33);
  const sq0 = r.in(0.62, 0.78);
  const rot0 = r.in(-0.35, 0.35);
  const src = source(s, x, y, size * 1.3, 900 * r.in(0.95, 1.2), 6, 0.86, 0.72);
  const pale = ground[0][0] > 0.55;
  const shades: Lch[] = pale
    ? [mix(p.land, ground[2], 0.3), mix(p.foam, p.land, 0.14), mix(p.land, p.water[2]!, 0.7)]
    : [mix(p.foam, p.land, 0.18), mix(p.foam, ground[0], 0.42), mix(p.foam, p.sky[1]!, 0.5)];
  const start = r.int(0, 2);
  const layer = new Float32Array(s.W * s.H * 4); // colour and opacity of what does not move
  const dark = rgb(tone(ground[2], -0.1));
  for (let i = 0; i < count; i++) {
    const wob = r.next() * 6.28;
    const sq = i ? r.in(0.66, 0.86) : sq0;
    const rot = i ? r.in(-0.5, 0.5) : rot0;
    const body = i === count - 1 && count > 1 ? p.disc : shades[(start + i) % 3]!;
    const reach = size * 1.03 * k;
    const half = reach * (sq + 0.25 * Math.abs(Math.sin(rot)));
    const lut = ramp(
      [
        [0, tone(body, 0.04)],
        [0.5, body],
        [1, tone(body, -0.12)],
      ],
      256,
    );
    for (let py = 0; py < s.H; py++) {
      for (let px = 0; px < s.W; px++) {
        const q = (py * s.W + px) * 4;
        const ex = (px - (x + size * 0.1) * k) / (size * 1.2 * k);
        const ey = (py - (y + size * sq * 0.3) * k) / (size * sq * 1.1 * k);
        const e = Math.hypot(ex, ey);
        const sh = 0.55 * clamp((1 - e) / 0.5, 0, 1);
        if (sh > 0) {
          over(layer, q, dark, sh);
        }
        const dx = px - x * k;
        const dy = py - y * k;
        const ax = dx * Math.cos(rot) + dy * Math.sin(rot);
        const ay = (-dx * Math.sin(rot) + dy * Math.cos(rot)) / sq;
        const th = Math.atan2(ay, ax);
        const edge = size * k * (1 + 0.03 * Math.sin(th * 2 + wob) + 0.018 * Math.sin(th * 3 - wob));
        const a = clamp((edge - Math.hypot(ax, ay)) * sq + 0.5, 0, 1);
        if (a > 0) {
          const g = clamp(Math.round(((dy + half) / (2 * half)) * 255), 0, 255) * 3;
          over(layer, q, [lut[g]!, lut[g + 1]!, lut[g + 2]!], a);
        }
      }
    }
    y += size * r.in(1.2, 1.45);
    x += -lean * 900 * r.in(0.2, 0.32);
    size *= r.in(0.36, 0.52);
  }
  const { px, field } = s.c;
  return (t) => {
    water(t);
    spread(s, src, t);
    for (let i = 0, q = 0; i < field.length; i++, q += 3) {
      const a = layer[i * 4 + 3]!;
      if (a < 0.004) continue;
      const glint = 1 + Math.max(0, field[i]!) * 0.045; // light from the water, going over the stone
      px[q]! += (layer[i * 4]! * glint - px[q]!) * a;
      px[q + 1]! += (layer[i * 4 + 1]! * glint - px[q + 1]!) * a;
      px[q + 2]! += (layer[i * 4 + 2]! * glint - px[q + 2]!) * a;
    }
  };
}

/** Reeds at a waterline, a disc behind them, and its mirrored slices. */
export function reeds(s: Stage, _water: Paint): Paint {
  const { r, p, k, c } = s;
  const [w0, w1, w2] = p.water;
  const wl = 1600 * r.in(0.54, 0.64);
  for (let i = 0; i < 32; i++) r.next(); // the cover's grain
  const sky = ramp(
    [
      [0, p.sky[0]!],
      [0.35, p.sky[1]!],
      [1, p.sky[2]!],
    ],
    512,
  );
  const deep = ramp(
    [
      [0, w0],
      [0.3, mix(w0, w1, 0.8)],
      [1, w2],
    ],
    512,
  );
  const rad = 900 * r.in(0.11, 0.2);
  const sx = 900 * r.in(0.26, 0.74);
  const up = rad * r.in(0.7, 2.1);
  const slices = mirror(s, sx, wl, up, rad, 1600 * 0.94);
  const count = r.int(4, 8);
  const cx0 = 900 * r.in(0.32, 0.68);
  const lean = r.in(-0.1, 0.1);
  const stalks = Array.from({ length: count }, (_, i) => {
    const x = cx0 + 900 * 0.26 * (r.next() + r.next() - 1) * 1.4;
    const base = wl + r.in(0, 60);
    const h = 1600 * r.in(0.18, 0.44);
    const bend = 900 * (lean + r.in(-0.04, 0.04));
    const rx = r.in(24, 52);
    const ry = r.in(5, 9);
    return { x, base, h, bend, rx, ry, i };
  });
  const reed = rgb(tone(mix(p.land, w2, 0.5), -0.04));
  const still = canvas(s.W, s.H).field;
  return (t) => {
    ripple(c, s.swells, t * 1.15, wl * k, 0.55);
    const moving = c.field;
    c.field = still;
    wash(c, sky, 0, wl * k, 0, s.light, 0);
    c.field = moving;
    wash(c, deep, wl * k, s.H, 12, s.light, 0.1);
    const lift = 6 * s.breath(t);
    disc(c, sx * k, (wl - up - lift) * k, rad * k, s.disc, 1, wl * k);
    slices(t, 0.7);
    for (const g of stalks) {
      const wind = 24 * Math.sin(t * 0.42 + g.x * 0.006) + 9 * Math.sin(t * 0.9 + g.i * 2.1);
      const tip = g.bend + wind;
      lens(
        c,
        g.x * k,
        (g.base + 2) * k,
        g.rx * 2 * k * (1 + 0.14 * Math.sin(t * 0.9 + g.i)),
        3.2 * k,
        s.light,
        0.55,
      );
      stalk(
        c.px,
        s.W,
        g.x * k,
        g.base * k,
        g.h * 0.6 * k,
        1,
        (u) => (tip * u * u * 0.7 + Math.sin(u * 22 - t * 1.1 + g.i) * 13 * u) * k,
        () => 3.6 * k,
        reed,
        0.4,
      );
      stalk(
        c.px,
        s.W,
        g.x * k,
        g.base * k,
        g.h * k,
        -1,
        (u) => tip * k * (0.24 * u * (1 - u) + u * u),
        (u) => lerp(7.4, 1.6, u) * k,
        reed,
        1,
      );
    }
  };
}

/** One tapered stroke, row by row, up (-1) or down (1) from its foot. */
function stalk(
  px: Float32Array,
  W: number,
  x: number,
  base: number,
  h: number,
  dir: number,
  at: (u: number) => number,
  width: (u: number) => number,
  col: Rgb,
  alpha: number,
): void {
  for (let j = 0; j < h; j++) {
    const u = j / h;
    const row = Math.round(base + dir * j);
    if (row < 0 || row * W * 3 >= px.length) continue;
    const cx = x + at(u);
    const half = width(u) / 2;
    for (let i = Math.max(0, Math.floor(cx - half - 1)); i <= Math.min(W - 1, cx + half + 1); i++) {
      const a = clamp(half - Math.abs(i - cx) + 0.5, 0, Math.min(1, half * 2)) * alpha;
      if (a > 0) blend(px, (row * W + i) * 3, col, a);
    }
  }
}

/** A disc mirrored in water, cut into slices that sway. Returns a painter. */
export function mirror(
  s: Pick<Stage, 'r' | 'c' | 'k' | 'disc'>,
  cx: number,
  hz: number,
  top: number,
  rad: number,
  floor: number,
): (t: number, opacity: number) => void {
  const { r, k, c } = s;
  const cy = hz + Math.max(top, 0);
  const y0 = Math.max(hz + 1, cy - rad);
  const y1 = Math.min(floor, cy + rad * 1.12);
  const count = Math.round(clamp((y1 - y0) / 22, 7, 13));
  const h = (y1 - y0) / count;
  const parts = Array.from({ length: count }, (_, i) => {
    const t = (i + 0.5) / count;
    const y = y0 + h * (i + 0.5);
    const v = clamp((y - cy) / (rad * 1.14), -1, 1);
    const half = rad * Math.sqrt(1 - v * v) * r.in(0.94, 1.06);
    return {
      x: cx + rad * r.in(-0.1, 0.1) * t,
      y,
      half: half + Math.min(h * 0.5, half),
      thick: h * lerp(0.8, 0.3, t),
      t,
    };
  });
  return (t, opacity) => {
    parts.forEach((m, i) => {
      const sway = Math.sin(t * 0.7 - i * 0.6) * rad * (0.02 + 0.06 * m.t);
      const len = m.half * (1 + 0.06 * Math.sin(t * 0.85 + i * 1.7) * (0.4 + m.t));
      lens(
        c,
        (m.x + sway) * k,
        m.y * k,
        len * 2 * k,
        m.thick * k * (1 + 0.12 * Math.sin(t * 0.6 + i)),
        s.disc,
        opacity,
        0.9,
      );
    });
  };
}
