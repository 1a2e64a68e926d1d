/**
 * Stillwater cover art — deterministic SVG, no dependencies, no external images.
 *
 *   import { cover, paletteFor, horizonFor, hashOf } from './cover.mjs';
 *   cover({ kind: 'ocean',   slug: 'focus' })                    // 16:9, 1600 × 900
 *   cover({ kind: 'wave',    slug: 'one-thing', ocean: 'focus' })// 16:9
 *   cover({ kind: 'droplet', slug: 'the-first-minute', ocean: 'focus' }) // 9:16, 900 × 1600
 *
 * Three points of view, so a learner can tell the level before reading a word:
 *   ocean   — elevation: you stand on the shore and see a horizon, a disc, its glitter.
 *   wave    — section:   you are level with the swell; layered ridges, raked by fine lines.
 *   droplet — plan:      you look straight down (or close to it): rings, stones, reeds.
 *
 * Colour is inherited: the ocean's slug picks one of ten ink sets; its waves and droplets
 * reuse that set with a small drift of hue and light. Pass `ocean` (slug or id) for both.
 * The same input always gives the same bytes. A slug may be any string or number.
 */

/* ---------- numbers ---------- */
export function hashOf(text) {                       // FNV-1a, then avalanche
  let h = 0x811c9dc5;
  for (const ch of String(text)) { h ^= ch.codePointAt(0); h = Math.imul(h, 0x01000193); }
  h ^= h >>> 16; h = Math.imul(h, 0x85ebca6b); h ^= h >>> 13; h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
function rng(seed) {                                 // mulberry32
  let a = hashOf(seed);
  const next = () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  next.in = (lo, hi) => lo + (hi - lo) * next();
  next.int = (lo, hi) => Math.floor(next.in(lo, hi + 1));
  next.pick = (list) => list[Math.floor(next() * list.length)];
  next.sign = () => (next() < 0.5 ? -1 : 1);
  return next;
}
const lerp = (a, b, t) => a + (b - a) * t;
const clamp = (v, lo, hi) => Math.min(hi, Math.max(lo, v));
const n = (v) => String(Math.round(v * 10) / 10);

/* ---------- colour: OKLCH in, hex out (chroma is reduced until it fits sRGB) ---------- */
function toHex([L, C, H]) {
  const rgb = (c) => {
    const a = c * Math.cos((H * Math.PI) / 180), b = c * Math.sin((H * Math.PI) / 180);
    const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
    return [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ];
  };
  let c = C, out = rgb(c);
  while (c > 0 && out.some((v) => v < -0.001 || v > 1.001)) { c -= 0.005; out = rgb(Math.max(0, c)); }
  return '#' + out.map((v) => {
    const u = clamp(v, 0, 1);
    const g = u <= 0.0031308 ? 12.92 * u : 1.055 * u ** (1 / 2.4) - 0.055;
    return Math.round(g * 255).toString(16).padStart(2, '0');
  }).join('');
}
const D = Math.PI / 180;
function mix(p, q, t) {                              // straight line through OKLab: never a detour through violet
  const a = lerp(p[1] * Math.cos(p[2] * D), q[1] * Math.cos(q[2] * D), t);
  const b = lerp(p[1] * Math.sin(p[2] * D), q[1] * Math.sin(q[2] * D), t);
  return [lerp(p[0], q[0], t), Math.hypot(a, b), (Math.atan2(b, a) / D + 360) % 360];
}
const tone = (c, dL = 0, dC = 0, dH = 0) => [clamp(c[0] + dL, 0.08, 0.99), Math.max(0, c[1] + dC), c[2] + dH];

/* ---------- ten ink sets, named for weather ---------- */
const P = (sky, disc, water, land, foam) => ({ sky, disc, water, land, foam });
export const PALETTES = {
  noon:   P([[.70, .060, 215], [.87, .040, 195], [.95, .035, 115]], [.82, .145, 78],  [[.86, .050, 180], [.57, .078, 202], [.34, .062, 218]], [.50, .055, 205], [.985, .012, 150]),
  night:  P([[.20, .045, 262], [.33, .065, 254], [.56, .065, 232]], [.95, .035, 95],  [[.50, .065, 236], [.30, .058, 250], [.175, .040, 258]], [.19, .040, 258], [.90, .028, 215]),
  dawn:   P([[.72, .055, 235], [.90, .040, 55],  [.87, .085, 42]],  [.70, .165, 34],  [[.88, .062, 42],  [.66, .058, 228], [.40, .062, 236]], [.56, .055, 245], [.985, .012, 60]),
  rain:   P([[.60, .018, 225], [.80, .014, 215], [.92, .012, 190]], [.61, .190, 31],  [[.82, .016, 205], [.52, .026, 226], [.28, .030, 236]], [.40, .026, 230], [.975, .006, 200]),
  dusk:   P([[.30, .060, 18],  [.52, .120, 32],  [.80, .115, 62]],  [.90, .095, 85],  [[.68, .110, 48],  [.40, .058, 230], [.22, .042, 232]], [.26, .045, 20],  [.95, .045, 75]),
  kelp:   P([[.76, .070, 130], [.90, .060, 112], [.955, .045, 98]], [.73, .165, 52],  [[.83, .070, 128], [.54, .080, 150], [.31, .056, 165]], [.46, .062, 148], [.985, .020, 105]),
  lagoon: P([[.74, .070, 200], [.90, .045, 170], [.95, .040, 85]],  [.92, .060, 90],  [[.88, .065, 165], [.62, .095, 190], [.37, .072, 212]], [.63, .050, 70],  [.99, .012, 110]),
  salt:   P([[.82, .012, 90],  [.94, .010, 90],  [.97, .008, 95]],  [.30, .020, 240], [[.91, .010, 110], [.70, .022, 220], [.34, .028, 238]], [.48, .020, 235], [.995, .004, 95]),
  clay:   P([[.62, .085, 45],  [.83, .065, 62],  [.94, .035, 82]],  [.97, .030, 90],  [[.86, .055, 60],  [.58, .058, 40],  [.34, .046, 32]],  [.45, .062, 38],  [.985, .018, 80]),
  frost:  P([[.78, .045, 238], [.91, .024, 228], [.97, .012, 210]], [.80, .100, 25],  [[.93, .020, 218], [.72, .048, 226], [.44, .056, 240]], [.66, .040, 235], [.995, .006, 215]),
};
const NAMES = Object.keys(PALETTES);
const SALT = '15zod/'; // chosen so that the demo oceans land on the weather that suits them
export const paletteFor = (ocean) => NAMES[hashOf(SALT + ocean) % NAMES.length];

/** The height of the horizon of an ocean cover, 0–1 from the top (used to align page waterlines). */
export function horizonFor(slug) { return Math.round(rng('hz:' + slug).in(0.5, 0.64) * 1000) / 1000; }

/* ---------- drawing helpers ---------- */
function sheet(W, H, kind, slug) {
  const id = kind[0] + hashOf(kind + slug).toString(36);
  let defs = '', body = '', k = 0;
  return {
    add(s) { body += s; },
    grad(stops, horizontal = false) {                // stops: [offset, color, opacity?]
      const g = id + k++;
      defs += `<linearGradient id="${g}" x1="0" y1="0" ${horizontal ? 'x2="1" y2="0"' : 'x2="0" y2="1"'}>` +
        stops.map(([o, c, a]) => `<stop offset="${n(o * 100)}%" stop-color="${toHex(c)}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`).join('') + '</linearGradient>';
      return `url(#${g})`;
    },
    glow(stops) {
      const g = id + k++;
      defs += `<radialGradient id="${g}">` + stops.map(([o, c, a]) => `<stop offset="${n(o * 100)}%" stop-color="${toHex(c)}" stop-opacity="${a}"/>`).join('') + '</radialGradient>';
      return `url(#${g})`;
    },
    clip(x, y, w, h) {
      const g = id + k++;
      defs += `<clipPath id="${g}"><rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"/></clipPath>`;
      return `clip-path="url(#${g})"`;
    },
    out() {
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><defs>${defs}</defs>${body}</svg>`;
    },
  };
}
const rect = (x, y, w, h, fill, o) => `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${o === undefined ? '' : ` opacity="${o}"`}/>`;
const lensPath = (cx, y, len, th) => `M${n(cx - len / 2)} ${n(y)}Q${n(cx)} ${n(y - th)} ${n(cx + len / 2)} ${n(y)}Q${n(cx)} ${n(y + th)} ${n(cx - len / 2)} ${n(y)}Z`;
/** One slice of a mirrored disc: flat in the middle, worn at both ends. */
const sliver = (cx, y, half, thick) => {
  const b = Math.min(thick * 0.6, half), k = thick / 2;
  return `M${n(cx - half - b)} ${n(y)}Q${n(cx - half + b)} ${n(y - k)} ${n(cx - half * 0.3)} ${n(y - k)}H${n(cx + half * 0.3)}Q${n(cx + half - b)} ${n(y - k)} ${n(cx + half + b)} ${n(y)}Q${n(cx + half - b)} ${n(y + k)} ${n(cx + half * 0.3)} ${n(y + k)}H${n(cx - half * 0.3)}Q${n(cx - half + b)} ${n(y + k)} ${n(cx - half - b)} ${n(y)}Z`;
};
function curve(pts) {                                // Catmull-Rom through points, as cubic béziers
  let d = `M${n(pts[0][0])} ${n(pts[0][1])}`;
  for (let i = 0; i < pts.length - 1; i++) {
    const p0 = pts[i - 1] || pts[i], p1 = pts[i], p2 = pts[i + 1], p3 = pts[i + 2] || p2;
    d += `C${n(p1[0] + (p2[0] - p0[0]) / 6)} ${n(p1[1] + (p2[1] - p0[1]) / 6)} ${n(p2[0] - (p3[0] - p1[0]) / 6)} ${n(p2[1] - (p3[1] - p1[1]) / 6)} ${n(p2[0])} ${n(p2[1])}`;
  }
  return d;
}
/** Faint parallel grain, as if pressed from a cherry block. */
function grain(S, r, W, y0, y1, color, count, opacity) {
  opacity *= 0.75;
  let d = '';
  for (let i = 0; i < count; i++) {
    const y = lerp(y0, y1, (i + r()) / count), a = r.in(1, 7), pts = [];
    for (let j = 0; j <= 4; j++) pts.push([(W * j) / 4, y + Math.sin(j * 1.3 + i * 0.55) * a]);
    d += curve(pts);
  }
  S.add(`<path d="${d}" fill="none" stroke="${toHex(color)}" stroke-width="1.5" opacity="${opacity}"/>`);
}
function inks(kind, slug, ocean) {
  const base = PALETTES[paletteFor(ocean)];
  if (kind === 'ocean') return base;
  const r = rng('ink:' + slug), dH = r.in(-14, 14), dL = r.in(-0.035, 0.035);
  const t = (c) => tone(c, dL, 0, dH);
  return { sky: base.sky.map(t), water: base.water.map(t), land: t(base.land), disc: base.disc, foam: base.foam };
}

/** A disc mirrored in still water: its lower half cut into slices that drift apart as they near you. */
function mirrored(S, r, cx, hz, top, rad, floor, fill, opacity) {
  // top = how far the disc's centre stands above the horizon (negative: below it)
  const cy = hz + Math.max(top, 0), y0 = Math.max(hz + 1, cy - rad), y1 = Math.min(floor, cy + rad * 1.12);
  const slices = Math.round(clamp((y1 - y0) / 22, 7, 13));
  let d = '', y = y0;
  for (let i = 0; i < slices; i++) {
    const t = (i + 0.5) / slices, h = ((y1 - y0) / slices) * lerp(1, 1, t), thick = h * lerp(0.8, 0.3, t);
    const v = clamp((y + h / 2 - cy) / (rad * 1.14), -1, 1), half = rad * Math.sqrt(1 - v * v) * r.in(0.94, 1.06);
    d += sliver(cx + rad * r.in(-0.1, 0.1) * t, y + h / 2, half, thick);
    y += h;
  }
  S.add(`<path d="${d}" fill="${fill}" opacity="${opacity}"/>`);
}

/* ---------- ocean: elevation ---------- */
function drawOcean(slug, ocean) {
  const W = 1600, H = 900, r = rng('ocean:' + slug), p = inks('ocean', slug, ocean), S = sheet(W, H, 'ocean', slug);
  const hz = H * horizonFor(slug), reach = H - hz, side = r.sign();
  const scene = SCENES[hashOf('scene' + SALT + slug) % SCENES.length];
  // sky: one wash, wiped dark along the very top edge
  S.add(rect(0, 0, W, hz + 1, S.grad([[0, p.sky[0]], [0.2, mix(p.sky[0], p.sky[1], 0.6)], [0.55, p.sky[1]], [1, p.sky[2]]])));
  grain(S, r, W, 10, hz * 0.86, p.foam, 18, 0.1);
  const disc = toHex(p.disc), wiped = S.grad([[0, tone(p.disc, -0.015, 0.01)], [1, mix(p.disc, p.sky[2], 0.22)]]);
  let cx = W * (0.5 + side * r.in(0.12, 0.27)), rad, up;
  if (scene === 'set') { rad = H * r.in(0.27, 0.42); up = -rad * r.in(0.02, 0.22); cx = W * (0.5 + side * r.in(0.14, 0.36)); }
  else if (scene === 'high') { rad = H * r.in(0.085, 0.12); up = rad * r.in(1.9, 2.5); }
  else if (scene === 'strait') { rad = H * r.in(0.1, 0.13); up = rad * r.in(0.35, 0.9); cx = W * (0.5 + side * r.in(0.02, 0.09)); }
  else if (scene === 'mist') { rad = H * r.in(0.2, 0.27); up = rad * r.in(0.35, 0.75); }
  else { rad = H * r.in(0.15, 0.2); up = rad * r.in(1.0, 1.2); }
  S.add(`<g ${S.clip(0, 0, W, hz)}><circle cx="${n(cx)}" cy="${n(hz - up)}" r="${n(rad)}" fill="${wiped}"/></g>`);
  // land: long quiet forms, paler with distance
  const ridges = [];
  const ridge = (from, span, h, c) => {
    const x0 = from < 0 ? -60 : W + 60, dir = from < 0 ? 1 : -1, pts = [[x0, hz - h * r.in(0.85, 1)]];
    for (let j = 1; j <= 4; j++) pts.push([x0 + dir * span * (j / 5), hz - h * lerp(1, 0.1, (j / 5) ** 1.2) * r.in(0.82, 1.14)]);
    pts.push([x0 + dir * span, hz + 1]);
    ridges.push({ pts, c });
  };
  const far = mix(p.land, p.sky[2], 0.6), near = mix(p.land, p.sky[2], 0.16);
  if (scene === 'strait') {
    ridge(-side, W * r.in(0.52, 0.64), H * r.in(0.13, 0.19), far);
    ridge(side, W * r.in(0.4, 0.5), H * r.in(0.09, 0.15), mix(far, near, 0.5));
    ridge(-side, W * r.in(0.22, 0.34), H * r.in(0.06, 0.1), near);
  } else if (scene !== 'set') {
    ridge(-side, W * r.in(0.36, 0.6), H * r.in(0.05, 0.1), far);
    if (r() < 0.5) ridge(-side, W * r.in(0.18, 0.3), H * r.in(0.03, 0.06), near);
  }
  const closed = (pts) => `${curve(pts)}L${n(pts[0][0])} ${n(hz)}Z`;
  for (const g of ridges) S.add(`<path d="${closed(g.pts)}" fill="${S.grad([[0, g.c], [1, mix(g.c, p.sky[2], 0.35)]])}"/>`);
  if (scene === 'mist') {
    S.add(rect(0, hz - rad * 1.15, W, rad * 1.15, S.grad([[0, p.sky[2], 0], [0.62, p.sky[2], 0.86], [1, p.sky[2], 0.97]])));
  }
  // water: a stack of wiped bands, closing up towards the horizon
  S.add(rect(0, hz, W, reach, S.grad([[0, p.water[0]], [0.16, mix(p.water[0], p.water[1], 0.55)], [0.46, p.water[1]], [1, p.water[2]]])));
  for (const g of ridges) {
    const flip = g.pts.map(([x, y]) => [x, hz + (hz - y) * 0.9]);
    S.add(`<path d="${closed(flip)}" fill="${S.grad([[0, mix(g.c, p.water[1], 0.25), 0.75], [1, mix(g.c, p.water[1], 0.5), 0.1]])}"/>`);
  }
  const bands = r.int(6, 8);
  for (let i = 0; i < bands; i++) {
    const t = (i + 0.55) / bands, y = hz + reach * t ** 1.75, h = lerp(10, reach * 0.26, t), amp = lerp(0.5, 10, t), ph = r() * 6.28, f = lerp(2.2, 0.8, t);
    const pts = [];
    for (let j = 0; j <= 6; j++) pts.push([-20 + ((W + 40) * j) / 6, y + amp * Math.sin(ph + j * f)]);
    const c = mix(p.water[1], p.water[2], clamp(t * 1.25, 0, 1));
    S.add(`<path d="${curve(pts)}V${n(y + h)}H-20Z" fill="${S.grad([[0, tone(c, -0.035), lerp(0.35, 0.6, t).toFixed(2)], [1, c, 0]])}"/>`);
  }
  mirrored(S, r, cx, hz, up, rad, H - 6, disc, scene === 'mist' ? 0.55 : 0.86);
  // a few long lines of light
  let light = '';
  const lines = r.int(9, 14);
  for (let i = 0; i < lines; i++) {
    const t = (i + 0.5) / lines;
    light += lensPath(W * r(), hz + reach * t ** 1.6 + 4, W * lerp(0.1, 0.5, t) * r.in(0.5, 1.1), lerp(1.6, 7, t));
  }
  S.add(`<path d="${light}" fill="${toHex(p.foam)}" opacity=".3"/>`);
  S.add(rect(0, hz - 1.2, W, 2.4, toHex(mix(p.foam, p.sky[2], 0.3)), 0.8));
  return S.out();
}

/* ---------- wave: section ---------- */
function drawWave(slug, ocean) {
  const W = 1600, H = 900, r = rng('wave:' + slug), p = inks('wave', slug, ocean), S = sheet(W, H, 'wave', slug);
  S.add(rect(0, 0, W, H, S.grad([[0, p.sky[0]], [0.14, mix(p.sky[0], p.sky[1], 0.6)], [0.3, p.sky[1]], [0.5, p.sky[2]]])));
  grain(S, r, W, 8, H * 0.4, p.foam, 11, 0.13);
  // Trochoids: narrow crests over broad troughs. Wavelength and height grow towards you, as swell does.
  const layers = r.int(7, 9), lean = r.sign(), travel = r.in(0.17, 0.4), top = H * r.in(0.15, 0.26), phase = r(), steep = r.in(0.3, 0.52), swell = r.in(0.8, 1.25);
  const baseOf = (i) => lerp(top, H * 1.02, (i / (layers - 1)) ** 1.25);
  const ampOf = (i) => H * lerp(0.022, 0.1, (i / (layers - 1)) ** 0.9) * swell;
  const shape = (i) => {
    const t = i / (layers - 1), len = W * lerp(0.5, 1.5, t ** 0.9), amp = ampOf(i), base = baseOf(i), pts = [], q = 8;
    const off = (phase + lean * travel * i) * len;
    for (let k = Math.floor((-60 - off) / len) * q - q; ; k++) {
      const th = (k / q) * Math.PI * 2, x = off + (len * k) / q - steep * (len / 6.283) * Math.sin(th);
      if (x > W + len * 0.3) break;
      if (x > -len * 0.3) pts.push([x, base - amp * Math.cos(th) * (1 + 0.22 * Math.sin(off + Math.floor(k / q) * 2.1))]);
    }
    return pts;
  };
  const rakeAt = r.int(1, layers - 3), raked = new Set([rakeAt, rakeAt + r.int(2, 3), layers - 1]), warm = r.int(2, layers - 3);
  for (let i = 0; i < layers; i++) {
    const t = i / (layers - 1), pts = shape(i), y0 = baseOf(i) - ampOf(i) * 1.2, span = H + 10 - y0;
    const c = t < 0.45 ? mix(p.water[0], p.water[1], t / 0.45) : mix(p.water[1], p.water[2], (t - 0.45) / 0.55);
    const foot = i < layers - 1 ? clamp((baseOf(i + 1) + ampOf(i + 1) - y0) / span, 0.1, 1) : 1, d = curve(pts);
    S.add(`<path d="${d}V${H + 10}H${n(pts[0][0])}Z" fill="${S.grad([[0, mix(c, p.foam, 0.34)], [foot * 0.42, c], [foot, mix(c, p.water[2], 0.42)], [1, p.water[2]]])}"/>`);
    if (raked.has(i)) {
      let rake = '';
      const lines = r.int(4, 6), gap = H * lerp(0.013, 0.026, t);
      for (let k = 1; k <= lines; k++) rake += curve(pts.map(([x, y], j) => [x, y + gap * k * (1 + 0.1 * Math.sin(j * 0.9))]));
      S.add(`<path d="${rake}" fill="none" stroke="${toHex(p.foam)}" stroke-width="${n(lerp(2, 3, t))}" opacity=".36"/>`);
    }
    // no disc at this level: its colour arrives as one lit crest
    S.add(i === warm ? `<path d="${d}" fill="none" stroke="${toHex(p.disc)}" stroke-width="${n(lerp(5, 9, t))}"/>`
      : `<path d="${d}" fill="none" stroke="${toHex(p.foam)}" stroke-width="${n(lerp(2, 3.4, t))}" opacity=".58"/>`);
  }
  return S.out();
}

/* ---------- droplet: plan ---------- */
function drawDroplet(slug, ocean, seq) {
  const W = 900, H = 1600, r = rng('droplet:' + slug), p = inks('droplet', slug, ocean), S = sheet(W, H, 'droplet', slug);
  const at = seq === undefined ? hashOf('mode' + slug) : seq + hashOf('row' + ocean);
  const mode = MODES[at % MODES.length], depth = ['deep', 'mid', 'pale', 'deep', 'mid'][(seq === undefined ? hashOf('depth' + slug) : seq * 2 + hashOf(ocean)) % 5];
  const [w0, w1, w2] = p.water;
  const ground = depth === 'deep' ? [mix(w1, w2, 0.4), mix(w1, w2, 0.85), tone(w2, -0.02)]
    : depth === 'mid' ? [mix(w0, w1, 0.5), w1, mix(w1, w2, 0.7)]
      : [mix(p.sky[2], w0, 0.4), mix(w0, w1, 0.25), mix(w0, w1, 0.9)];
  S.add(rect(0, 0, W, H, S.grad([[0, ground[0]], [0.55, ground[1]], [1, ground[2]]])));
  const light = p.foam, shade = tone(ground[2], -0.06), disc = toHex(p.disc);
  /** Rings as tapered hollows: each is a lit line with its own shadow just outside it. */
  const rings = (cx, cy, first, last, count, ratio, strength = 1) => {
    let a = '', b = '';
    for (let k = 0; k < count; k++) {
      const t = k / (count - 1), rad = first * (last / first) ** (t ** 0.86), fade = strength * (1 - t * 0.86);
      const sw = clamp(rad * 0.045, 3, 15) * lerp(1, 0.5, t);
      a += `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rad)}" ry="${n(rad * ratio)}" stroke-width="${n(sw)}" opacity="${(fade * 0.8).toFixed(2)}"/>`;
      b += `<ellipse cx="${n(cx)}" cy="${n(cy + sw * 0.8)}" rx="${n(rad + sw * 1.6)}" ry="${n((rad + sw * 1.6) * ratio)}" stroke-width="${n(sw * 2.2)}" opacity="${(fade * 0.26).toFixed(2)}"/>`;
    }
    S.add(`<g fill="none" stroke="${toHex(shade)}">${b}</g><g fill="none" stroke="${toHex(light)}">${a}</g>`);
  };
  const pool = (cx, cy, rx, ry, a = 0.5) => S.add(`<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${S.glow([[0, mix(ground[0], p.foam, 0.45), a], [1, ground[0], 0]])}"/>`);
  if (mode === 'rings') {
    const cx = W * r.in(0.18, 0.82), cy = H * r.in(0.26, 0.46);
    pool(cx, cy, W * 0.9, W * 0.9);
    rings(cx, cy, r.in(60, 90), W * r.in(0.8, 1.1), r.int(7, 9), 1);
    S.add(`<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(r.in(24, 36))}" fill="${disc}"/>`);
  } else if (mode === 'pair') {
    const s = r.sign(), a = [W * (0.5 + s * r.in(0.2, 0.34)), H * r.in(0.16, 0.26)], b = [W * (0.5 - s * r.in(0.16, 0.36)), H * r.in(0.46, 0.58)];
    rings(a[0], a[1], 70, W * r.in(0.62, 0.8), 7, 1, 0.85);
    rings(b[0], b[1], 46, W * r.in(0.42, 0.56), 6, 1, 0.85);
    S.add(`<circle cx="${n(a[0])}" cy="${n(a[1])}" r="28" fill="${disc}"/>`);
  } else if (mode === 'fall') {
    const cx = W * r.in(0.34, 0.66), cy = H * r.in(0.56, 0.66), rad = W * r.in(0.075, 0.12), y = H * r.in(0.2, 0.32);
    pool(cx, cy, W * 0.9, W * 0.34, 0.62);
    rings(cx, cy, 74, W * r.in(0.72, 0.95), 8, 0.3);
    S.add(`<circle cx="${n(cx)}" cy="${n(y)}" r="${n(rad)}" fill="${disc}"/>`);
    S.add(`<path d="${lensPath(cx, cy - 2, rad * 1.7, 9)}${lensPath(cx, cy + 34, rad * 1.35, 9)}${lensPath(cx, cy + 74, rad * 0.9, 8)}" fill="${disc}" opacity=".85"/>`);
  } else if (mode === 'stones') {
    const count = r.int(1, 3), lean = r.sign();
    let y = H * r.in(0.3, 0.4), x = W * (0.5 + lean * r.in(0.04, 0.16)), size = W * r.in(0.25, 0.33);
    const sq0 = r.in(0.62, 0.78), rot0 = r.in(-0.35, 0.35);
    rings(x, y, size * 1.12, W * r.in(0.95, 1.2), 6, 0.86, 0.72);
    const shades = ground[0][0] > 0.55 ? [mix(p.land, ground[2], 0.3), mix(p.foam, p.land, 0.14), mix(p.land, w2, 0.7)] : [mix(p.foam, p.land, 0.18), mix(p.foam, ground[0], 0.42), mix(p.foam, p.sky[1], 0.5)];
    const start = r.int(0, 2);
    for (let i = 0; i < count; i++) {
      const pts = [], wob = r() * 6.28, sq = i ? r.in(0.66, 0.86) : sq0, rot = i ? r.in(-0.5, 0.5) : rot0, N = 12;
      for (let k = 0; k < N; k++) {
        const th = (k / N) * Math.PI * 2, q = size * (1 + 0.03 * Math.sin(th * 2 + wob) + 0.018 * Math.sin(th * 3 - wob));
        const px = Math.cos(th) * q, py = Math.sin(th) * q * sq;
        pts.push([x + px * Math.cos(rot) - py * Math.sin(rot), y + px * Math.sin(rot) + py * Math.cos(rot)]);
      }
      let d = `M${n(pts[0][0])} ${n(pts[0][1])}`;
      for (let k = 0; k < N; k++) {
        const p0 = pts[(k + N - 1) % N], p1 = pts[k], p2 = pts[(k + 1) % N], p3 = pts[(k + 2) % N];
        d += `C${n(p1[0] + (p2[0] - p0[0]) / 6)} ${n(p1[1] + (p2[1] - p0[1]) / 6)} ${n(p2[0] - (p3[0] - p1[0]) / 6)} ${n(p2[1] - (p3[1] - p1[1]) / 6)} ${n(p2[0])} ${n(p2[1])}`;
      }
      const body = i === count - 1 && count > 1 ? p.disc : shades[(start + i) % 3];
      S.add(`<ellipse cx="${n(x + size * 0.1)}" cy="${n(y + size * sq * 0.3)}" rx="${n(size * 1.2)}" ry="${n(size * sq * 1.1)}" fill="${S.glow([[0.5, tone(ground[2], -0.1), 0.55], [1, ground[2], 0]])}"/>`);
      S.add(`<path d="${d}Z" fill="${S.grad([[0, tone(body, 0.04)], [0.5, body], [1, tone(body, -0.12)]])}"/>`);
      y += size * r.in(1.2, 1.45); x += -lean * W * r.in(0.2, 0.32); size *= r.in(0.36, 0.52);
    }
  } else if (mode === 'reeds') {
    const wl = H * r.in(0.54, 0.64);
    S.add(rect(0, 0, W, wl, S.grad([[0, p.sky[0]], [0.35, p.sky[1]], [1, p.sky[2]]])));
    grain(S, r, W, 20, wl * 0.9, p.foam, 16, 0.13);
    S.add(rect(0, wl, W, H - wl, S.grad([[0, w0], [0.3, mix(w0, w1, 0.8)], [1, w2]])));
    const rad = W * r.in(0.11, 0.2), sx = W * r.in(0.26, 0.74), up = rad * r.in(0.7, 2.1);
    S.add(`<g ${S.clip(0, 0, W, wl)}><circle cx="${n(sx)}" cy="${n(wl - up)}" r="${n(rad)}" fill="${disc}"/></g>`);
    mirrored(S, r, sx, wl, up, rad, H * 0.94, disc, 0.7);
    const count = r.int(4, 8), cx0 = W * r.in(0.32, 0.68), lean = r.in(-0.1, 0.1);
    let above = '', below = '', feet = '';
    for (let i = 0; i < count; i++) {
      const x = cx0 + W * 0.26 * (r() + r() - 1) * 1.4, base = wl + r.in(0, 60), h = H * r.in(0.18, 0.44), bend = W * (lean + r.in(-0.04, 0.04));
      above += `M${n(x - 3.4)} ${n(base)}Q${n(x + bend * 0.12 - 3)} ${n(base - h * 0.6)} ${n(x + bend)} ${n(base - h)}Q${n(x + bend * 0.12 + 3)} ${n(base - h * 0.6)} ${n(x + 3.4)} ${n(base)}Z`;
      let d = `M${n(x)} ${n(base + 4)}`;
      for (let k = 1; k <= 7; k++) { const t = k / 7; d += `Q${n(x + bend * t * t * 0.7 + (k % 2 ? 15 : -15) * t)} ${n(base + h * 0.6 * (t - 0.07))} ${n(x + bend * t * t * 0.7)} ${n(base + h * 0.6 * t)}`; }
      below += d;
      feet += `<ellipse cx="${n(x)}" cy="${n(base + 2)}" rx="${n(r.in(24, 52))}" ry="${n(r.in(5, 9))}"/>`;
    }
    const reed = tone(mix(p.land, w2, 0.5), -0.04);
    S.add(`<path d="${below}" fill="none" stroke="${toHex(reed)}" stroke-width="4" opacity=".4" stroke-linecap="round"/><g fill="none" stroke="${toHex(light)}" stroke-width="2.6" opacity=".7">${feet}</g><path d="${above}" fill="${toHex(reed)}"/>`);
  } else if (mode === 'moon') {                      // only the reflection: the disc itself is out of frame, behind you
    const rad = W * r.in(0.3, 0.44), cx = W * r.in(0.3, 0.7), cy = H * r.in(0.3, 0.42);
    pool(cx, cy, rad * 2, rad * 2, 0.4);
    const count = r.int(15, 19);
    let d = '';
    for (let k = 0; k < count; k++) {
      const t = (k + 0.5) / count, y = cy - rad + 2 * rad * t, v = (y - cy) / rad, half = rad * Math.sqrt(1 - v * v), th = ((2 * rad) / count) * lerp(0.9, 0.36, t);
      d += lensPath(cx + rad * r.in(-0.07, 0.07) * (0.25 + t), y, 2 * half * r.in(0.97, 1.12), th);
    }
    for (let k = 0; k < 5; k++) d += lensPath(cx + rad * r.in(-0.3, 0.3), cy + rad * (1.12 + k * 0.16), rad * lerp(0.9, 0.3, k / 4) * r.in(0.7, 1.1), 12 - k);
    S.add(`<path d="${d}" fill="${disc}" opacity=".92"/>`);
  } else {                                           // tide: water's edge from above, wiped over sand
    const s = r.sign(), edges = r.int(4, 5), tilt = r.in(0.1, 0.34) * s, sand = mix(p.sky[1], p.sky[2], 0.6);
    S.add(rect(0, 0, W, H, S.grad([[0, sand], [1, tone(sand, -0.06)]])));
    for (let i = 0; i < edges; i++) {
      const t = i / (edges - 1), y = H * lerp(0.22, 0.78, t) + r.in(-30, 30), amp = H * r.in(0.025, 0.06), ph = r() * 6.28, pts = [];
      for (let k = 0; k <= 7; k++) { const u = k / 7; pts.push([-40 + (W + 80) * u, y + (u - 0.5) * W * tilt * (1 - t * 0.4) + amp * Math.sin(ph + u * 5.2) + amp * 0.4 * Math.sin(ph * 2 + u * 11)]); }
      const c = t < 0.5 ? mix(w0, w1, t * 2) : mix(w1, w2, (t - 0.5) * 2), d = curve(pts);
      S.add(`<path d="${d}V${H + 9}H-40Z" fill="${S.grad([[0, mix(c, p.foam, 0.62)], [0.07, mix(c, p.foam, 0.26)], [0.3, c], [1, tone(c, -0.06)]])}" opacity="${i ? 1 : 0.9}"/>`);
      S.add(`<path d="${d}" fill="none" stroke="${toHex(light)}" stroke-width="${n(lerp(9, 4, t))}" opacity=".7"/>`);
    }
    S.add(`<circle cx="${n(W * r.in(0.2, 0.46))}" cy="${n(H * r.in(0.075, 0.12))}" r="${n(W * r.in(0.05, 0.075))}" fill="${disc}"/>`);
  }
  // a little weight at the foot, so an overlaid title always has a quiet ground
  S.add(rect(0, H * 0.66, W, H * 0.34, S.grad([[0, tone(w2, -0.04), 0], [1, tone(w2, -0.05), 0.5]])));
  return S.out();
}
const SCENES = ['set', 'high', 'strait', 'mist', 'rise'];
const MODES = ['rings', 'reeds', 'stones', 'tide', 'fall', 'moon', 'pair'];

/** `seq` (optional): a droplet's position in its wave. Given, it guarantees that neighbours never share a motif. */
export function cover({ kind, slug, ocean = slug, seq }) {
  if (kind === 'ocean') return drawOcean(String(slug), String(ocean));
  if (kind === 'wave') return drawWave(String(slug), String(ocean));
  if (kind === 'droplet') return drawDroplet(String(slug), String(ocean), seq);
  throw new TypeError(`unknown cover kind: ${kind}`);
}
