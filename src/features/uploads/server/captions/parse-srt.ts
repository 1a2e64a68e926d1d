import { escapeCueText } from '#platform/text/captions/cue-text.ts';
import { MAX_SECONDS } from '#platform/text/captions/limits.ts';
import type { Cue } from '#platform/text/captions/parse-webvtt.ts';
import { refuseFile } from '../refuse-file.ts';
import { toSeconds } from './find-vtt-problem.ts';

/** SubRip has no standard: some programs write a point, one digit, or a position after the times. */
const TIME = String.raw`(\d{1,3}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})`;
const TIMES = new RegExp(`^[ \\t]*${TIME}[ \\t]*-->[ \\t]*${TIME}(?:[ \\t].*)?$`);
const ANY_TIMES = new RegExp(`^[ \\t]*${TIME}[ \\t]*-->`, 'm');

/** Tells whether a text looks like a SubRip file. */
export const hasSrtTimes = (text: string): boolean => ANY_TIMES.test(text);

/**
 * Parses a SubRip file (SRT). Throws 400 with the line of a time that is not valid, of a caption that ends
 * before it begins, or of text before the first caption.
 */
export function parseSrt(text: string): Cue[] {
  const lines = text.replaceAll('\0', '\uFFFD').split(/\r\n|\n|\r/);
  const starts = lines.flatMap((line, index) => (line.includes('-->') ? [index] : []));
  const before = lines.slice(0, starts[0]).findIndex((line) => line.trim() !== '' && !isNumber(line));
  if (before >= 0) throw refuseFile(`Line ${before + 1} stands before the first caption's times.`);
  return starts.map((index, nth) => {
    const next = starts[nth + 1];
    // The line above the times has the number of the next caption.
    const isNumbered = next !== undefined && next - 1 > index && isNumber(lines[next - 1] ?? '');
    const content = lines.slice(index + 1, isNumbered ? next - 1 : next);
    return { id: '', ...readTimes(lines[index] ?? '', index + 1), settings: '', text: textOf(content) };
  });
}

const isNumber = (line: string) => /^\s*\d+\s*$/.test(line);

function readTimes(content: string, line: number): Pick<Cue, 'start' | 'end'> {
  const match = TIMES.exec(content);
  const [start, end] = match ? [secondsOf(match.slice(1, 5)), secondsOf(match.slice(5, 9))] : [null, null];
  if (start === null || end === null)
    throw refuseFile(`Line ${line} has no valid time, such as 00:00:01,000 --> 00:00:04,000.`);
  if (start >= end) throw refuseFile(`The caption on line ${line} ends before it begins.`);
  if (end > MAX_SECONDS) throw refuseFile(`The time on line ${line} is too late: at most 99 hours.`);
  return { start, end };
}

function secondsOf(parts: string[]): number | null {
  const [hours = '', minutes = '', seconds = '', fraction = ''] = parts;
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  return toSeconds([hours, minutes, seconds, fraction.padEnd(3, '0')]);
}

/** Keeps bold, italic and underlined text. Colors, fonts and positions have no equal in WebVTT. */
function textOf(lines: readonly string[]): string {
  const text = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  return text
    .replace(/\{\\[^{}]*\}/g, '')
    .split(/(<\/?[biu]>|<\/?font(?:\s[^<>]*)?>)/i)
    .map((part, index) => (index % 2 === 0 ? escapeCueText(part) : part.toLowerCase()))
    .filter((part) => !/^<\/?font/.test(part))
    .join('');
}
