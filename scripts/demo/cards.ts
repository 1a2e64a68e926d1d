/** Resource cards: small printable SVGs, black ink on paper with one coloured disc. */
import { hex } from './ink.ts';
import { inksFor } from './palettes.ts';
import { slice } from './pictures.ts';
import { words } from './sheet.ts';

interface Row {
  head: string;
  lines: string[];
}

/** An A6 card: a title on a waterline, rows beneath, a disc and its reflection in the corner. */
function card(ocean: string, title: string, rows: Row[], foot: string[]): string {
  const p = inksFor('ocean', ocean, ocean);
  const ink = '#17323d';
  const disc = hex(p.disc);
  let mirror = '';
  for (let i = 0; i < 5; i++)
    mirror += slice(640, 152 + i * 11, 46 * Math.sqrt(1 - ((i + 0.5) / 5.4) ** 2), 7 - i);
  let y = 262;
  let body = '';
  for (const r of rows) {
    body += words(64, y, [r.head], 32, ink, { serif: true, weight: 500 });
    body += words(64, y + 42, r.lines, 24, ink, { lead: 1.42 });
    y += 62 + r.lines.length * 34 + 24;
  }
  const H = Math.max(620, y + 30 + foot.length * 32);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 744 ${H}" width="744" height="${H}" ` +
    `role="img" aria-label="${title}"><defs><clipPath id="a"><rect width="744" ` +
    `height="144"/></clipPath></defs><rect width="744" height="${H}" fill="#fbfaf6"/><circle cx="640" ` +
    `cy="122" r="46" fill="${disc}" clip-path="url(#a)"/><path d="${mirror}" fill="${disc}" ` +
    `opacity=".8"/>${words(64, 128, [title], 40, ink, { serif: true })}<path d="M64 145H680" ` +
    `stroke="${ink}" stroke-width="1.6"/>${body}` +
    `${words(64, H - 20 - foot.length * 30, foot, 21, '#46606a', { lead: 1.4 })}</svg>\n`
  );
}

/** The cards by file name. */
export const CARDS: Record<string, () => string> = {
  'one-line-task-card.svg': () =>
    card(
      'focus',
      'The one-line task card',
      [
        { head: 'I am about to', lines: ['', '_______________________________________', ''] },
        { head: 'I stop when', lines: ['', '_______________________________________', ''] },
        {
          head: 'Two words for the person who comes back',
          lines: ['', '_______________________________________'],
        },
      ],
      ['If the first line needs an “and”, choose the half before it.'],
    ),
  'evening-card.svg': () =>
    card(
      'rest',
      'Three quiet steps',
      [
        {
          head: '1  Lower the light',
          lines: ['An hour before bed, turn off the brightest', 'lamp in the room.'],
        },
        {
          head: '2  Put tomorrow on paper',
          lines: ['Three things, one small step beside each.', 'Leave the page outside the bedroom.'],
        },
        {
          head: '3  Warm feet, cool room',
          lines: ['Socks, a bath or a bottle. A window, a little', 'open. Nothing is being marked.'],
        },
      ],
      ['If you are still awake after a while, get up, keep it dim,', 'and read something dull on paper.'],
    ),
  'four-ways-to-breathe.svg': () =>
    card(
      'breath',
      'Four ways to breathe',
      [
        { head: 'As you are', lines: ['One minute. Nothing to deepen, nothing to fix.'] },
        { head: 'In for four, out for six', lines: ['Six rounds make a minute.'] },
        {
          head: 'Two sips and a sigh',
          lines: ['In through the nose, a small top-up, one long', 'breath out. Once or twice is plenty.'],
        },
        { head: 'Hum', lines: ['Breathe in, and hum it quietly out.'] },
      ],
      ['If you feel light-headed, go back to normal breathing.'],
    ),
  'desk-card.svg': () =>
    card(
      'everyday-movement',
      'Six one-minute moves',
      [
        { head: 'Shift', lines: ['Change your shape. Any other shape will do.'] },
        { head: 'Horizon', lines: ['Rest your eyes on the furthest thing you can see.'] },
        { head: 'Rivers', lines: ['Circle the wrists, both ways. Let the hands hang.'] },
        { head: 'Rise', lines: ['Stand for the next call.'] },
        { head: 'Turn', lines: ['Twist from the ribs, breathing out. Both sides.'] },
        { head: 'Lower', lines: ['Sit down over five slow seconds.'] },
      ],
      ['Stay well inside what is comfortable. Stop if it hurts.'],
    ),
  'looking-card.svg': () =>
    card(
      'looking-and-listening',
      'Looking at one picture',
      [
        {
          head: 'The first minute',
          lines: ['Say what is there, as if on the telephone.', 'No opinions yet.'],
        },
        {
          head: 'The second',
          lines: ['Where does the light come from?', 'Where does your eye go when you let it?'],
        },
        { head: 'The third', lines: ['Look at the corners. Somebody decided', 'what to put in them.'] },
      ],
      ['Then step back, and look once more without words.'],
    ),
};
