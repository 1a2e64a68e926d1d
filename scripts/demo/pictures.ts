/** Image lessons: portrait SVGs that teach something, in the inks of their ocean. */
import { hex, type Inks, inksFor, lerp, mix, tone } from './ink.ts';

export const SERIF = "Literata, Georgia, 'Times New Roman', serif";
export const SANS = "'Hanken Grotesk', 'Segoe UI', Helvetica, Arial, system-ui, sans-serif";
const W = 900;
const H = 1600;
/** The smallest letters, in units of the sheet: on a phone, where it is a third as wide, they can be read. */
const SMALL = 36;

/** Lines of text, one below the other. */
export function words(
  x: number,
  y: number,
  lines: string[],
  size: number,
  fill: string,
  opts: { anchor?: string; serif?: boolean; lead?: number; weight?: number } = {},
): string {
  const spans = lines
    .map(
      (l, i) =>
        `<tspan x="${x}" dy="${i ? size * (opts.lead ?? 1.4) : 0}">${l.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</tspan>`,
    )
    .join('');
  return `<text x="${x}" y="${y}" font-family="${opts.serif ? SERIF : SANS}" font-size="${size}" font-weight="${opts.weight ?? 400}" fill="${fill}" text-anchor="${opts.anchor ?? 'start'}">${spans}</text>`;
}

/** A portrait sheet with a title standing on a line and a vertical wash behind everything. */
function sheet(
  title: string,
  lead: string[],
  top: string,
  mid: string,
  foot: string,
  ink: string,
  body: string,
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" role="img" aria-label="${title}"><defs><linearGradient id="w" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset=".55" stop-color="${mid}"/><stop offset="1" stop-color="${foot}"/></linearGradient></defs><rect width="${W}" height="${H}" fill="url(#w)"/>${words(70, 150, [title], 56, ink, { serif: true })}<path d="M70 182H830" stroke="${ink}" stroke-width="2" opacity=".45"/>${words(70, 234, lead, SMALL, ink)}${body}</svg>\n`;
}

/** A slice of still water: flat middle, pointed ends. */
export const slice = (cx: number, y: number, half: number, th: number): string =>
  `M${(cx - half).toFixed(1)} ${y.toFixed(1)}Q${cx} ${(y - th).toFixed(1)} ${(cx + half).toFixed(1)} ${y.toFixed(1)}Q${cx} ${(y + th).toFixed(1)} ${(cx - half).toFixed(1)} ${y.toFixed(1)}Z`;

/** A day as a tide: when the water is high and what each level is good for. */
function highWater(p: Inks): string {
  const dark = hex(tone(p.water[2]!, -0.12));
  const x = (h: number): number => lerp(70, 830, (h - 6) / 17);
  const level = (h: number): number =>
    0.62 * Math.exp(-(((h - 10.2) / 2.3) ** 2)) + 0.4 * Math.exp(-(((h - 17.2) / 2) ** 2)) + 0.1;
  const y = (h: number): number => 1010 - 520 * level(h);
  const pts: string[] = [];
  for (let h = 4; h <= 25; h += 0.1) pts.push(`${x(h).toFixed(1)} ${y(h).toFixed(1)}`);
  let body = `<circle cx="${x(10.2)}" cy="${y(10.2) - 66}" r="38" fill="${hex(p.disc)}"/>`;
  [0, 1, 2, 3].forEach((i) => {
    const c = mix(p.water[0]!, p.water[2]!, 0.2 + i * 0.26);
    body += `<path d="M${pts.join('L')}V1700H-40Z" transform="translate(0 ${i * 70})" fill="${hex(c)}"/><path d="M${pts.join('L')}" transform="translate(0 ${i * 70})" fill="none" stroke="${hex(p.foam)}" stroke-width="${4 - i * 0.8}" opacity="${0.85 - i * 0.2}"/>`;
  });
  for (const h of [6, 9, 12, 15, 18, 21])
    body += `<path d="M${x(h)} 1168v22" stroke="${hex(p.foam)}" stroke-width="2.5"/>${words(x(h), 1230, [String(h).padStart(2, '0')], SMALL, hex(p.foam), { anchor: 'middle' })}`;
  body += words(x(10.2) + 66, y(10.2) - 96, ['High water: the hardest page'], SMALL, dark, { weight: 520 });
  body += words(x(14.3), 724, ['Ebb: small,', 'kind tasks'], SMALL, dark, { anchor: 'middle' });
  body += words(x(17.4), 608, ['Second tide:', 'people, plans'], SMALL, dark, { anchor: 'middle' });
  body += words(x(21), 786, ['Low water:', 'let it be low'], SMALL, dark, { anchor: 'middle' });
  body += words(
    70,
    1340,
    [
      'This is one person’s day.',
      'Yours has its own shape.',
      'For three days, mark the hour you feel',
      'clearest. That hour is worth guarding.',
    ],
    SMALL,
    hex(p.foam),
    { lead: 1.5 },
  );
  return sheet(
    'A day as a tide',
    ['Energy comes in and goes out.', 'Plan with it and you row less.'],
    hex(p.sky[1]!),
    hex(p.sky[2]!),
    hex(p.water[2]!),
    dark,
    body,
  );
}

/** A seated figure from simple forms, in one colour. */
function figure(fill: string): string {
  return `<g fill="${fill}"><circle cx="450" cy="560" r="86"/><path d="M418 630h64l6 62c70 14 128 44 140 110l34 250c6 40-36 58-56 22l-58-168 10 230H322l10-230-58 168c-20 36-62 18-56-22l34-250c12-66 70-96 140-110Z"/><path d="M322 1100h256c90 10 190 56 226 110 20 32-8 62-44 54l-310-58-310 58c-36 8-64-22-44-54 36-54 136-100 226-110Z"/></g>`;
}

/** Where the breath can be felt: nostrils, ribs, belly. */
function threePlaces(p: Inks): string {
  const ink = hex(tone(p.water[2]!, -0.1));
  const foam = hex(p.foam);
  const ring = (cx: number, cy: number, r: number): string =>
    `${[1, 1.5, 2.05]
      .map(
        (m, i) =>
          `<circle cx="${cx}" cy="${cy}" r="${r * m}" fill="none" stroke="${foam}" stroke-width="${5 - i * 1.3}" opacity="${0.95 - i * 0.28}"/>`,
      )
      .join('')}<circle cx="${cx}" cy="${cy}" r="${r * 0.5}" fill="${hex(p.disc)}"/>`;
  const [small, left, down] = [0.78, -34, 152];
  const note = (at: number, from: number, n: string, lines: string[]): string => {
    const y = at * small + down;
    return `<path d="M${from * small + left} ${y}H510" stroke="${ink}" stroke-width="2.5"/>${words(528, y + 4, [n], 40, ink, { weight: 600 })}${words(528, y + 50, lines, SMALL, ink, { lead: 1.25 })}`;
  };
  const body =
    `<g transform="translate(${left} ${down}) scale(${small})">${figure(hex(mix(p.water[1]!, p.water[0]!, 0.3)))}` +
    `${ring(450, 580, 22)}${ring(450, 800, 46)}${ring(450, 990, 42)}</g>` +
    note(580, 500, '1  Nostrils', ['cool in, warm out']) +
    note(800, 548, '2  Ribs', ['wider, narrower']) +
    note(990, 540, '3  Belly', ['the hand lifts,', 'the hand settles']) +
    words(
      70,
      1390,
      [
        'Visit each place for one breath.',
        'Choose the clearest of the three, and',
        'stay there. None of them is the right one.',
      ],
      SMALL,
      foam,
      { lead: 1.5 },
    );
  return sheet(
    'Three places to look',
    ['The same breath shows itself', 'in more than one place.'],
    hex(p.sky[1]!),
    hex(mix(p.sky[2]!, p.water[0]!, 0.5)),
    hex(tone(p.water[2]!, -0.06)),
    ink,
    body,
  );
}

/** Nine stops from the soles to the crown, drawn as lit windows going dark. */
function nightMap(p: Inks): string {
  const foam = hex(p.foam);
  const stops: Array<[number, string, string]> = [
    [1290, 'Soles', 'where the day stood'],
    [1178, 'Calves', 'let them spread'],
    [1066, 'Knees', 'nothing to carry'],
    [954, 'Hips', 'as wide as they are'],
    [842, 'Belly', 'rising by itself'],
    [730, 'Hands', 'open, palms anywhere'],
    [618, 'Shoulders', 'further down than that'],
    [506, 'Jaw', 'teeth apart'],
    [394, 'Crown', 'lights out'],
  ];
  let body = `<path d="M230 400C190 560 280 640 230 780S180 1010 232 1130 260 1230 230 1296" fill="none" stroke="${foam}" stroke-width="3" opacity=".4"/>`;
  stops.forEach(([y, name, hint], i) => {
    const cx = 230 + 26 * Math.sin(y / 96);
    const t = i / 8;
    body += `<circle cx="${cx.toFixed(1)}" cy="${y}" r="${lerp(34, 20, t).toFixed(1)}" fill="${hex(mix(p.disc, p.water[2]!, t * 0.72))}"/><circle cx="${cx.toFixed(1)}" cy="${y}" r="${lerp(52, 32, t).toFixed(1)}" fill="none" stroke="${foam}" stroke-width="2" opacity=".35"/>`;
    body +=
      words(cx - 74, y + 13, [String(i + 1)], SMALL, foam, { anchor: 'end' }) +
      words(340, y - 4, [name], 42, foam, { serif: true }) +
      words(340, y + 40, [hint], SMALL, foam);
  });
  body += words(
    70,
    1404,
    [
      'Start at the soles. One breath in each',
      'place, then let that window go dark.',
      'Falling asleep before the crown',
      'is a good way to finish.',
    ],
    SMALL,
    foam,
  );
  return sheet(
    'A map for the body at night',
    ['Nine places to visit, lying down,', 'in any light.'],
    hex(tone(p.water[2]!, -0.04)),
    hex(tone(p.water[2]!, 0.03)),
    hex(tone(p.water[2]!, -0.07)),
    foam,
    body,
  );
}

/** Seven blues between the sky and the deep. */
function sevenBlues(p: Inks): string {
  const rows: Array<[string, string]> = [
    ['High noon', 'straight up, on a clear day'],
    ['Milk', 'the sky where it meets the hills'],
    ['Distance', 'anything far enough away'],
    ['Shallows', 'sand with a little sea on it'],
    ['Open water', 'the colour on the map'],
    ['Shade', 'snow, and white walls, late in the day'],
    ['The deep', 'ten minutes before the stars'],
  ];
  const inks = [
    [0.66, 0.11, 240],
    [0.88, 0.03, 225],
    [0.74, 0.05, 235],
    [0.78, 0.08, 195],
    [0.52, 0.09, 225],
    [0.45, 0.06, 262],
    [0.26, 0.065, 255],
  ] as const;
  let body = '';
  rows.forEach(([name, hint], i) => {
    const y = 300 + i * 158;
    const wave = (dy: number): string => `M0 ${y + dy}Q225 ${y + dy - 26} 450 ${y + dy}T900 ${y + dy}`;
    const on = inks[i]![0] > 0.6 ? hex([0.2, 0.05, 245]) : hex([0.97, 0.01, 220]);
    body += `<path d="${wave(0)}V1600H0Z" fill="${hex(inks[i]!)}"/><path d="${wave(0)}" fill="none" stroke="${hex(p.foam)}" stroke-width="3" opacity=".6"/>`;
    body +=
      words(70, y + 66, [`${i + 1}  ${name}`], 42, on, { serif: true }) +
      words(70, y + 116, [hint], SMALL, on);
  });
  body += words(
    70,
    1470,
    ['Choose one. Look for it outdoors today.', 'Tomorrow, look for the one beside it.'],
    SMALL,
    hex([0.97, 0.01, 220]),
    { lead: 1.5 },
  );
  return sheet(
    'Seven blues',
    [],
    hex([0.97, 0.012, 215]),
    hex(p.sky[1]!),
    hex(inks[6]),
    hex([0.26, 0.065, 255]),
    body,
  );
}

/** One window, six panes, ten seconds each. */
function sixPanes(p: Inks): string {
  const ink = hex(tone(p.water[2]!, -0.12));
  const foam = hex(p.foam);
  const asks = [
    ['What is', 'lightest?'],
    ['What is', 'furthest?'],
    ['What is', 'moving?'],
    ['What is', 'made by hand?'],
    ['What is', 'closest?'],
    ['What had you', 'not seen?'],
  ];
  let body =
    '<defs><clipPath id="f"><rect x="110" y="330" width="680" height="960"/></clipPath></defs><g clip-path="url(#f)">';
  body += `<rect x="110" y="330" width="680" height="960" fill="${hex(p.sky[1]!)}"/><circle cx="668" cy="556" r="70" fill="${hex(p.disc)}"/>`;
  [0, 1, 2, 3].forEach((i) => {
    const y = 690 + i * 150;
    body += `<path d="M100 ${y}C260 ${y - 60} 380 ${y + 30} 520 ${y - 10}S720 ${y - 50} 810 ${y - 8}V1300H100Z" fill="${hex(mix(p.water[0]!, p.water[2]!, 0.14 + i * 0.26))}"/>`;
  });
  body += `</g><g fill="none" stroke="${ink}" stroke-width="14"><rect x="110" y="330" width="680" height="960" rx="4"/><path d="M450 330V1290M110 650H790M110 970H790" stroke-width="9"/></g>`;
  asks.forEach((lines, i) => {
    const x = 110 + (i % 2) * 340 + 28;
    const y = 330 + Math.floor(i / 2) * 320 + 60;
    const on = i > 3 ? foam : ink;
    body +=
      words(x, y, [String(i + 1)], 46, on, { serif: true }) +
      words(x, y + 54, lines, SMALL, on, { weight: 520, lead: 1.25 });
  });
  body += words(
    110,
    1370,
    ['Ten seconds for each pane, in this order.', 'The view does not have to be a good one.'],
    SMALL,
    foam,
    { lead: 1.5 },
  );
  return sheet(
    'A window in six panes',
    ['Any window will do.', 'A wall has a great deal to say.'],
    hex(p.sky[2]!),
    hex(mix(p.sky[2]!, p.water[1]!, 0.95)),
    hex(tone(p.water[2]!, -0.05)),
    ink,
    body,
  );
}

/** The image lessons by droplet slug. */
export const PICTURES: Record<string, () => string> = {
  'find-your-high-water': () => highWater(inksFor('wave', 'working-in-tides', 'focus')),
  'three-places-to-look': () => threePlaces(inksFor('wave', 'finding-your-breath', 'breath')),
  'a-map-for-the-body-at-night': () => nightMap(inksFor('wave', 'winding-down', 'rest')),
  'seven-blues': () => sevenBlues(inksFor('wave', 'looking-slowly', 'looking-and-listening')),
  'a-window-in-six-panes': () => sixPanes(inksFor('wave', 'looking-slowly', 'looking-and-listening')),
};
