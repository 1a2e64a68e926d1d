/** Image lessons: portrait SVGs that teach something, in the inks of their ocean. */
import { hex, type Inks, lerp, mix, tone } from './ink.ts';
import { inksFor } from './palettes.ts';
import { SMALL, sheet, words } from './sheet.ts';
import { sevenBlues, sixPanes } from './window-pictures.ts';

/** A slice of still water: flat middle, pointed ends. */
export const slice = (cx: number, y: number, half: number, th: number): string =>
  `M${(cx - half).toFixed(1)} ${y.toFixed(1)}Q${cx} ${(y - th).toFixed(1)} ${(cx + half).toFixed(1)} ` +
  `${y.toFixed(1)}Q${cx} ${(y + th).toFixed(1)} ${(cx - half).toFixed(1)} ${y.toFixed(1)}Z`;

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
    body +=
      `<path d="M${pts.join('L')}V1700H-40Z" transform="translate(0 ${i * 70})" ` +
      `fill="${hex(c)}"/><path d="M${pts.join('L')}" transform="translate(0 ${i * 70})" fill="none" ` +
      `stroke="${hex(p.foam)}" stroke-width="${4 - i * 0.8}" opacity="${0.85 - i * 0.2}"/>`;
  });
  for (const h of [6, 9, 12, 15, 18, 21])
    body +=
      `<path d="M${x(h)} 1168v22" stroke="${hex(p.foam)}" ` +
      `stroke-width="2.5"/>` +
      words(x(h), 1230, [String(h).padStart(2, '0')], SMALL, hex(p.foam), { anchor: 'middle' });
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
  return (
    `<g fill="${fill}"><circle cx="450" cy="560" r="86"/><path d="M418 630h64l6 62c70 14 128 44 ` +
    `140 110l34 250c6 40-36 58-56 22l-58-168 10 230H322l10-230-58 168c-20 36-62 18-56-22l34-250c12-66 ` +
    `70-96 140-110Z"/><path d="M322 1100h256c90 10 190 56 226 110 20 32-8 62-44 54l-310-58-310 58c-36 ` +
    `8-64-22-44-54 36-54 136-100 226-110Z"/></g>`
  );
}

/** Spots in which the breath can be felt: nostrils, ribs, belly. */
function threeSpots(p: Inks): string {
  const ink = hex(tone(p.water[2]!, -0.1));
  const foam = hex(p.foam);
  const ring = (cx: number, cy: number, r: number): string =>
    `${[1, 1.5, 2.05]
      .map(
        (m, i) =>
          `<circle cx="${cx}" cy="${cy}" r="${r * m}" fill="none" stroke="${foam}" ` +
          `stroke-width="${5 - i * 1.3}" opacity="${0.95 - i * 0.28}"/>`,
      )
      .join('')}<circle cx="${cx}" cy="${cy}" r="${r * 0.5}" fill="${hex(p.disc)}"/>`;
  const [small, left, down] = [0.78, -34, 152];
  const note = (at: number, from: number, n: string, lines: string[]): string => {
    const y = at * small + down;
    return (
      `<path d="M${from * small + left} ${y}H510" stroke="${ink}" ` +
      `stroke-width="2.5"/>${words(528, y + 4, [n], 40, ink, { weight: 600 })}` +
      words(528, y + 50, lines, SMALL, ink, { lead: 1.25 })
    );
  };
  const body =
    `<g transform="translate(${left} ${down}) scale(${small})">` +
    `${figure(hex(mix(p.water[1]!, p.water[0]!, 0.3)))}` +
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
  let body =
    `<path d="M230 400C190 560 280 640 230 780S180 1010 232 1130 260 1230 230 1296" ` +
    `fill="none" stroke="${foam}" stroke-width="3" opacity=".4"/>`;
  stops.forEach(([y, name, hint], i) => {
    const cx = 230 + 26 * Math.sin(y / 96);
    const t = i / 8;
    body +=
      `<circle cx="${cx.toFixed(1)}" cy="${y}" r="${lerp(34, 20, t).toFixed(1)}" ` +
      `fill="${hex(mix(p.disc, p.water[2]!, t * 0.72))}"/><circle cx="${cx.toFixed(1)}" cy="${y}" ` +
      `r="${lerp(52, 32, t).toFixed(1)}" fill="none" stroke="${foam}" stroke-width="2" opacity=".35"/>`;
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

/** The image lessons by droplet slug. */
export const PICTURES: Record<string, () => string> = {
  'find-your-high-water': () => highWater(inksFor('wave', 'working-in-tides', 'focus')),
  'three-places-to-look': () => threeSpots(inksFor('wave', 'finding-your-breath', 'breath')),
  'a-map-for-the-body-at-night': () => nightMap(inksFor('wave', 'winding-down', 'rest')),
  'seven-blues': () => sevenBlues(inksFor('wave', 'looking-slowly', 'looking-and-listening')),
  'a-window-in-six-panes': () => sixPanes(inksFor('wave', 'looking-slowly', 'looking-and-listening')),
};
