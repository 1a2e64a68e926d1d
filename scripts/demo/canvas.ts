/**
 * A small software canvas on typed arrays: float colour in, dithered bytes out.
 * Only what calm water needs: gradients, a light field, discs, lenses, ring maps.
 */
import { clamp, type Lch, lerp, mix, type Rgb, rgb } from './ink.ts';

export interface Canvas {
  W: number;
  H: number;
  /** Interleaved RGB, 0–255. */
  px: Float32Array;
  /** The light field of this frame, about -1…1, one value per pixel. */
  field: Float32Array;
  out: Uint8Array;
  noise: Float32Array;
  grid: Float32Array;
}

const CELL = 8;

/** A blank canvas; W and H are multiples of eight. */
export function canvas(W: number, H: number): Canvas {
  const noise = new Float32Array(W * H);
  for (let y = 0; y < H; y++) {
    for (let x = 0; x < W; x++) {
      const v = 52.9829189 * ((0.06711056 * x + 0.00583715 * y) % 1);
      noise[y * W + x] = v - Math.floor(v);
    }
  }
  const cells = (W / CELL + 1) * (H / CELL + 1);
  return {
    W,
    H,
    px: new Float32Array(W * H * 3),
    field: new Float32Array(W * H),
    out: new Uint8Array(W * H * 3),
    noise,
    grid: new Float32Array(cells),
  };
}

export interface Swell {
  kx: number;
  ky: number;
  speed: number;
  phase: number;
  weight: number;
}

/**
 * Fills the light field with slow travelling swells, from row `top` down. Nearer rows are larger if `depth` >
 * 0.
 */
export function ripple(c: Canvas, swells: Swell[], t: number, top = 0, depth = 0): void {
  const { W, H, field, grid } = c;
  const gw = W / CELL + 1;
  const gh = H / CELL + 1;
  for (let j = 0; j < gh; j++) {
    const far = depth ? lerp(1, 0.3, clamp((j * CELL - top) / (H - top), 0, 1)) * depth + (1 - depth) : 1;
    const y = j * CELL * far * (depth ? 1.7 : 1);
    for (let i = 0; i < gw; i++) {
      const x = i * CELL * far;
      let v = 0;
      let bend = 0;
      for (const s of swells) {
        const a = s.kx * x + s.ky * y + s.speed * t + s.phase + bend;
        const w = Math.sin(a);
        v += w * s.weight;
        bend = w * 0.7;
      }
      grid[j * gw + i] = v;
    }
  }
  for (let y = 0; y < H; y++) {
    const j = (y / CELL) | 0;
    const v = (y % CELL) / CELL;
    const g = j * gw;
    let p = y * W;
    for (let i = 0; i < gw - 1; i++) {
      const a = lerp(grid[g + i]!, grid[g + gw + i]!, v);
      const b = lerp(grid[g + i + 1]!, grid[g + gw + i + 1]!, v);
      const step = (b - a) / CELL;
      for (let k = 0; k < CELL; k++) field[p++] = a + step * k;
    }
  }
}

/** A vertical gradient as a table of n colours, mixed in OKLab. */
export function ramp(stops: Array<readonly [number, Lch]>, n: number): Float32Array {
  const lut = new Float32Array(n * 3);
  for (let i = 0; i < n; i++) {
    const t = i / (n - 1);
    let k = 0;
    while (k < stops.length - 2 && t > stops[k + 1]![0]) k++;
    const [a, p] = stops[k]!;
    const [b, q] = stops[k + 1]!;
    const col = rgb(mix(p, q, clamp((t - a) / (b - a || 1), 0, 1)));
    lut.set(col, i * 3);
  }
  return lut;
}

/** Paints rows y0…y1 from a ramp; the field bends the lookup and adds light. */
export function wash(
  c: Canvas,
  lut: Float32Array,
  y0: number,
  y1: number,
  bend: number,
  light: Rgb,
  gain: number,
): void {
  const { W, px, field } = c;
  const n = lut.length / 3;
  const top = Math.max(0, Math.floor(y0));
  const end = Math.min(c.H, Math.ceil(y1));
  const scale = (n - 1) / (y1 - y0);
  for (let y = top; y < end; y++) {
    let p = y * W;
    let q = p * 3;
    for (let x = 0; x < W; x++, p++, q += 3) {
      const f = field[p]!;
      let u = (y - y0 + f * bend) * scale;
      u = u < 0 ? 0 : u > n - 1.001 ? n - 1.001 : u;
      const i = u | 0;
      const v = u - i;
      const k = i * 3;
      const l = f > 0 ? f * f * gain : f * gain * 0.35;
      const r = lut[k]! + (lut[k + 3]! - lut[k]!) * v;
      const g = lut[k + 1]! + (lut[k + 4]! - lut[k + 1]!) * v;
      const b = lut[k + 2]! + (lut[k + 5]! - lut[k + 2]!) * v;
      px[q] = r + (light[0] - r * 0.4) * l;
      px[q + 1] = g + (light[1] - g * 0.4) * l;
      px[q + 2] = b + (light[2] - b * 0.4) * l;
    }
  }
}

/** Blends one pixel; no bounds check. */
export function blend(px: Float32Array, q: number, col: Rgb | Float32Array, a: number): void {
  px[q]! += (col[0] - px[q]!) * a;
  px[q + 1]! += (col[1] - px[q + 1]!) * a;
  px[q + 2]! += (col[2] - px[q + 2]!) * a;
}

/** A filled circle with a soft edge one pixel wide; only above `floor`. */
export function disc(c: Canvas, cx: number, cy: number, r: number, col: Rgb, alpha = 1, floor = c.H): void {
  const y1 = Math.min(c.H - 1, Math.ceil(cy + r), Math.ceil(floor));
  for (let y = Math.max(0, Math.floor(cy - r - 1)); y <= y1; y++) {
    const edge = clamp(floor - y + 0.5, 0, 1);
    for (let x = Math.max(0, Math.floor(cx - r - 1)); x <= Math.min(c.W - 1, cx + r + 1); x++) {
      const a = clamp(r - Math.hypot(x - cx, y - cy) + 0.5, 0, 1) * alpha * edge;
      if (a > 0) blend(c.px, (y * c.W + x) * 3, col, a);
    }
  }
}

/** A lens of light: pointed at both ends, `th` thick in the middle. `flat` > 0 holds the thickness longer. */
export function lens(
  c: Canvas,
  cx: number,
  cy: number,
  len: number,
  th: number,
  col: Rgb,
  alpha: number,
  flat = 0,
): void {
  const half = len / 2;
  if (half < 1) return;
  const x1 = Math.min(c.W - 1, Math.floor(cx + half));
  for (let x = Math.max(0, Math.ceil(cx - half)); x <= x1; x++) {
    const u = Math.abs((x - cx) / half);
    const body = (th / 2) * (flat ? Math.min(1, (1 - u * u) * (1 + flat)) : 1 - u * u);
    const bow = cy;
    const top = Math.max(0, Math.floor(bow - body - 1));
    const end = Math.min(c.H - 1, Math.ceil(bow + body + 1));
    for (let y = top; y <= end; y++) {
      const a = clamp(body - Math.abs(y - bow) + 0.5, 0, Math.min(1, body * 2)) * alpha;
      if (a > 0) blend(c.px, (y * c.W + x) * 3, col, a);
    }
  }
}

/** Distance of every pixel from a centre, in quarter pixels; `ratio` flattens the circles. */
export function distances(c: Canvas, cx: number, cy: number, ratio: number): Float32Array {
  const map = new Float32Array(c.W * c.H);
  for (let y = 0; y < c.H; y++) {
    for (let x = 0; x < c.W; x++) map[y * c.W + x] = Math.hypot(x - cx, (y - cy) / ratio) * 4;
  }
  return map;
}

/** Lays rings over the picture: `lit` and `dim` are opacities by distance, bent by the field. */
export function overlay(
  c: Canvas,
  map: Float32Array,
  lit: Float32Array,
  dim: Float32Array,
  light: Rgb,
  shade: Rgb,
  bend: number,
  top = 0,
): void {
  const { px, field, W } = c;
  const last = lit.length - 2;
  for (let p = Math.floor(top) * W, q = p * 3; p < map.length; p++, q += 3) {
    let u = map[p]! + field[p]! * bend;
    if (u >= last) continue;
    if (u < 0) u = 0;
    const i = u | 0;
    const v = u - i;
    const d = dim[i]! + (dim[i + 1]! - dim[i]!) * v;
    const l = lit[i]! + (lit[i + 1]! - lit[i]!) * v;
    if (d > 0.004) blend(px, q, shade, d);
    if (l > 0.004) blend(px, q, light, l);
  }
}

/** Darkens the foot of the picture towards a colour, so captions have a quiet ground. */
export function weight(c: Canvas, from: number, col: Rgb, strength: number): void {
  const start = Math.floor(c.H * from);
  for (let y = start; y < c.H; y++) {
    const a = ((y - start) / (c.H - start)) * strength;
    for (let x = 0, q = y * c.W * 3; x < c.W; x++, q += 3) blend(c.px, q, col, a);
  }
}

/** Rounds to bytes with a still dither. */
export function bytes(c: Canvas): Uint8Array {
  const { px, out, noise } = c;
  for (let p = 0, q = 0; p < noise.length; p++) {
    const d = noise[p]!;
    for (let k = 0; k < 3; k++, q++) {
      const v = px[q]! + d;
      out[q] = v < 0 ? 0 : v > 255 ? 255 : v;
    }
  }
  return out;
}

/** Colour over colour, both with opacity. */
export function over(layer: Float32Array, q: number, col: Rgb, a: number): void {
  const b = layer[q + 3]!;
  const out = a + b * (1 - a);
  for (let i = 0; i < 3; i++) layer[q + i] = (col[i]! * a + layer[q + i]! * b * (1 - a)) / out;
  layer[q + 3] = out;
}
