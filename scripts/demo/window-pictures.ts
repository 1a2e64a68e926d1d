/** Image lessons about looking out: the blues of the sky, and a window. */
import { hex, type Inks, mix, tone } from './ink.ts';
import { SMALL, sheet, words } from './sheet.ts';

/** Seven blues between the sky and the deep. */
export function sevenBlues(p: Inks): string {
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
    body +=
      `<path d="${wave(0)}V1600H0Z" fill="${hex(inks[i]!)}"/><path d="${wave(0)}" fill="none" ` +
      `stroke="${hex(p.foam)}" stroke-width="3" opacity=".6"/>`;
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
export function sixPanes(p: Inks): string {
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
    '<defs><clipPath id="f"><rect x="110" y="330" width="680" height="960"/></clipPath></defs><g ' +
    'clip-path="url(#f)">';
  body +=
    `<rect x="110" y="330" width="680" height="960" fill="${hex(p.sky[1]!)}"/><circle cx="668" ` +
    `cy="556" r="70" fill="${hex(p.disc)}"/>`;
  [0, 1, 2, 3].forEach((i) => {
    const y = 690 + i * 150;
    body +=
      `<path d="M100 ${y}C260 ${y - 60} 380 ${y + 30} 520 ${y - 10}S720 ${y - 50} 810 ` +
      `${y - 8}V1300H100Z" fill="${hex(mix(p.water[0]!, p.water[2]!, 0.14 + i * 0.26))}"/>`;
  });
  body +=
    `</g><g fill="none" stroke="${ink}" stroke-width="14"><rect x="110" y="330" width="680" ` +
    `height="960" rx="4"/><path d="M450 330V1290M110 650H790M110 970H790" stroke-width="9"/></g>`;
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
