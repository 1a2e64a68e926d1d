/** The tide on sand: a droplet motif seen straight from above. */
import { blend, disc, ramp, ripple, wash } from './canvas.ts';
import { clamp, lerp, mix, tone } from './ink.ts';
import type { Stage } from './stage.ts';

/** The water's edge from above, coming in and going out over sand. */
export function tide(s: Stage, _water: (t: number) => void): (t: number) => void {
  const { r, p, k, c } = s;
  const [w0, w1, w2] = p.water;
  const side = r.sign();
  const count = r.int(4, 5);
  const tilt = r.in(0.1, 0.34) * side;
  const sand = mix(p.sky[1]!, p.sky[2]!, 0.6);
  const beach = ramp(
    [
      [0, sand],
      [1, tone(sand, -0.06)],
    ],
    512,
  );
  const edges = Array.from({ length: count }, (_, i) => {
    const t = i / (count - 1);
    const y = 1600 * lerp(0.22, 0.78, t) + r.in(-30, 30);
    const amp = 1600 * r.in(0.025, 0.06);
    const ph = r.next() * 6.28;
    const col = t < 0.5 ? mix(w0, w1, t * 2) : mix(w1, w2, (t - 0.5) * 2);
    const lut = ramp(
      [
        [0, mix(col, p.foam, 0.62)],
        [0.07, mix(col, p.foam, 0.26)],
        [0.3, col],
        [1, tone(col, -0.06)],
      ],
      512,
    );
    return { t, y, amp, ph, lut, line: lerp(9, 4, t) * k };
  });
  const dx = 900 * r.in(0.2, 0.46);
  const dy = 1600 * r.in(0.075, 0.12);
  const dr = 900 * r.in(0.05, 0.075);
  const still = new Float32Array(c.field.length);
  return (t) => {
    ripple(c, s.swells, t);
    const moving = c.field;
    c.field = still;
    wash(c, beach, 0, s.H, 0, s.light, 0);
    c.field = moving;
    edges.forEach((e, n) => {
      const reach = 34 * (1 - e.t * 0.5) * Math.sin(t * 0.48 - e.t * 1.6); // in, and out again
      const slide = t * 0.05 * (n % 2 ? 1 : -1);
      const span = s.H * 1.02;
      for (let x = 0; x < s.W; x++) {
        const u = (x / s.W) * (900 / 980) + 40 / 980;
        const line =
          (e.y -
            reach +
            (u - 0.5) * 900 * tilt * (1 - e.t * 0.4) +
            e.amp * Math.sin(e.ph + slide + u * 5.2) +
            e.amp * 0.4 * Math.sin(e.ph * 2 - slide * 1.7 + u * 11)) *
          k;
        const depth = Math.max(40, span - line);
        for (let y = Math.max(0, Math.floor(line - e.line)); y < s.H; y++) {
          const p0 = y * s.W + x;
          const q = p0 * 3;
          const below = y - line;
          const a = clamp(below + 0.5, 0, 1) * (n ? 1 : 0.9);
          if (a > 0) {
            const f = moving[p0]!;
            const g = (clamp((below + f * 12) / depth, 0, 1) * 511) | 0;
            const l = f > 0 ? f * f * 0.09 : f * 0.03;
            const m = g * 3;
            px3(
              c.px,
              q,
              e.lut[m]! + (s.light[0] - e.lut[m]! * 0.4) * l,
              e.lut[m + 1]! + (s.light[1] - e.lut[m + 1]! * 0.4) * l,
              e.lut[m + 2]! + (s.light[2] - e.lut[m + 2]! * 0.4) * l,
              a,
            );
          }
          if (below < e.line) {
            const b = clamp(e.line / 2 - Math.abs(below) + 0.5, 0, 1) * 0.7;
            if (b > 0) blend(c.px, q, s.light, b);
          }
        }
      }
    });
    disc(c, dx * k, dy * k, dr * k * (0.95 + 0.1 * s.breath(t)), s.disc);
  };
}

/** Blends three numbers into one pixel. */
function px3(px: Float32Array, q: number, r: number, g: number, b: number, a: number): void {
  px[q]! += (r - px[q]!) * a;
  px[q + 1]! += (g - px[q + 1]!) * a;
  px[q + 2]! += (b - px[q + 2]!) * a;
}
