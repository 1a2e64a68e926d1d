/** A cue of a WebVTT file, unconverted. */
export interface Cue {
  /** Empty: no id. */
  id: string;
  /** Seconds. */
  start: number;
  end: number;
  /** Position and alignment, as written after the times. */
  settings: string;
  /** Lines with their markup. */
  text: string;
}

/** The standard's white space, of which `\s` would match more. */
const TIME = String.raw`(\d+):(\d\d)(?::(\d\d))?\.(\d{3})(?!\d)`;
const SPACE = String.raw`[\t\n\f\r ]*`;
const TIMES = new RegExp(`^${SPACE}${TIME}${SPACE}-->${SPACE}${TIME}`);

/**
 * Parses the cues of a WebVTT file by w3.org/TR/webvtt1 (section 6). Like browsers, skips invalid blocks,
 * notes, styles and regions. Null: the file has no WebVTT signature.
 */
export function parseWebVtt(file: string): Cue[] | null {
  const lines = file
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .split(/\r\n|\n|\r/);
  if (!/^WEBVTT(?:[\t ]|$)/.test(lines[0] ?? '')) return null;
  const cues: Cue[] = [];
  // The header ends at the first empty line, or before the first line with an arrow.
  let index = lines.findIndex((line, at) => at > 0 && (line === '' || line.includes('-->')));
  while (index >= 0 && index < lines.length) {
    if (lines[index] === '') index += 1;
    else {
      const next = endOfBlock(lines, index);
      const cue = cueOf(lines.slice(index, next));
      if (cue) cues.push(cue);
      index = next;
    }
  }
  return cues;
}

/**
 * Returns the end of a block: an empty line, a line before an arrow below its first two lines, or a line
 * below another arrow.
 */
function endOfBlock(lines: readonly string[], start: number): number {
  let hasArrow = false;
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] as string;
    if (line === '') return index;
    if (!line.includes('-->')) continue;
    if (hasArrow || index > start + 1) return index;
    hasArrow = true;
  }
  return lines.length;
}

function cueOf(block: readonly string[]): Cue | null {
  const index = block.findIndex((line) => line.includes('-->'));
  const times = readTimes(block[index] ?? '');
  if (!times) return null;
  return { id: index === 1 ? (block[0] as string) : '', ...times, text: block.slice(index + 1).join('\n') };
}

/** Parses a line of times and settings; null if invalid. */
function readTimes(line: string): Pick<Cue, 'start' | 'end' | 'settings'> | null {
  const match = TIMES.exec(line);
  if (!match) return null;
  const start = seconds(match.slice(1, 5));
  const end = seconds(match.slice(5, 9));
  if (start === null || end === null) return null;
  return { start, end, settings: line.slice(match[0].length).trim() };
}

/** Converts the parts of a timestamp; without hours the first two are minutes and seconds. */
function seconds([first = '', second = '', third, thousandths = '']: (string | undefined)[]): number | null {
  // Without hours, the minutes must have two digits.
  if (third === undefined && first.length !== 2) return null;
  const [hours, minutes, rest] = third === undefined ? ['0', first, second] : [first, second, third];
  if (Number(minutes) > 59 || Number(rest) > 59) return null;
  // A single division, because sums of fractions are inexact.
  return (((Number(hours) * 60 + Number(minutes)) * 60 + Number(rest)) * 1000 + Number(thousandths)) / 1000;
}
