import { plainCueText } from '#platform/text/captions/cue-text.ts';
import { MAX_CHARACTERS, MAX_SECONDS } from '#platform/text/captions/limits.ts';
import type { Cue } from '#platform/text/captions/parse-webvtt.ts';
import { secondsNeeded, tooFast } from '#platform/text/captions/reading-speed.ts';
import { toCueText, toTypedText } from './typed-text.ts';

/** A caption in the editor. */
export interface Line {
  /** Identifies the caption while the page is open. */
  key: number;
  id: string;
  settings: string;
  /** In seconds; null: not set. */
  start: number | null;
  end: number | null;
  /** The text as people type it. */
  text: string;
}

/** In seconds: minimum duration of a caption timed by a press, and maximum unless its words need more. */
const MIN_LENGTH = 1;
const MAX_HOLD = 6;

let made = 0;
const nextKey = () => {
  made += 1;
  return made;
};

export const newLine = (text = '', start: number | null = null, end: number | null = null): Line => ({
  key: nextKey(),
  id: '',
  settings: '',
  start,
  end,
  text,
});

export const linesOf = (cues: readonly Cue[]): Line[] =>
  cues.map(({ text, ...cue }) => ({ ...cue, key: nextKey(), text: toTypedText(text) }));

/** Gives stored lines new keys. */
export const renewed = (lines: readonly Line[]): Line[] => lines.map((line) => ({ ...line, key: nextKey() }));

/** Returns the cues of lines that all have times. */
export const cuesOf = (lines: readonly Line[]): Cue[] =>
  lines.map(({ id, settings, start, end, text }) => ({
    ...{ id, settings, start: start ?? 0, end: end ?? 0 },
    text: toCueText(text.trim()),
  }));

/** Describes a line's problem and its solution; null when it can be saved. */
export function problemOf({ start, end, text }: Line): string | null {
  if (text.trim() === '') return 'Enter the words, or delete the caption.';
  if (toCueText(text).length > MAX_CHARACTERS)
    return `Too long: at most ${MAX_CHARACTERS} characters. Split it.`;
  if (start === null || end === null) return 'No time yet. Play, and press “Start here” where it begins.';
  if (end <= start) return 'It ends before it begins. Change one of the times.';
  if (end > MAX_SECONDS) return 'Too late: at most 99 hours.';
  return tooFast({ start, end, text: toCueText(text) });
}

/** Rounds to thousandths, the precision of a file. */
const exact = (seconds: number) => Math.max(0, Math.round(seconds * 1000) / 1000);

const changed = (lines: readonly Line[], index: number, change: Partial<Line>): Line[] =>
  lines.map((line, at) => (at === index ? { ...line, ...change } : line));

/** Moves a whole caption by seconds. */
export function shifted(lines: readonly Line[], index: number, by: number): Line[] {
  const { start = null, end = null } = lines[index] ?? {};
  if (start === null || end === null || start + by < 0) return [...lines];
  return changed(lines, index, { start: exact(start + by), end: exact(end + by) });
}

/** Sets the start of a caption. Moves its end when that would be earlier. */
export function startedAt(lines: readonly Line[], index: number, time: number): Line[] {
  const line = lines[index];
  if (!line) return [...lines];
  const end = line.end !== null && line.end > time ? line.end : time + lengthOf(line.text);
  return changed(lines, index, { start: exact(time), end: exact(end) });
}

/** Sets the end of a caption. Without a start, derives one from the reading time of its words. */
export function endedAt(lines: readonly Line[], index: number, time: number): Line[] {
  const line = lines[index];
  if (!line || time <= 0) return [...lines];
  const start = line.start ?? Math.max(0, time - lengthOf(line.text));
  return changed(lines, index, { start, end: exact(time) });
}

const lengthOf = (text: string) => Math.max(MIN_LENGTH, secondsNeeded(toCueText(text)));

/** Returns the index of the next line without a time; -1 without one. */
export const nextUntimed = (lines: readonly Line[]): number => lines.findIndex(({ start }) => start === null);

/** Starts the next untimed line here, and ends the previous one: now, or at the end of its reading time. */
export function tapped(lines: readonly Line[], time: number): Line[] {
  const index = nextUntimed(lines);
  if (index < 0) return [...lines];
  const before = lines[index - 1];
  const ended =
    before && before.start !== null && before.start < time
      ? changed(lines, index - 1, {
          end: exact(Math.min(time, before.start + Math.max(MAX_HOLD, lengthOf(before.text)))),
        })
      : lines;
  return startedAt(ended, index, time);
}

/** Splits a line at an offset in its text, and its time in proportion; unchanged at both ends. */
export function split(lines: readonly Line[], index: number, offset: number): Line[] {
  const line = lines[index];
  if (!line || offset < 1) return [...lines];
  const [first, second] = [line.text.slice(0, offset).trim(), line.text.slice(offset).trim()];
  if (first === '' || second === '') return [...lines];
  const { start, end } = line;
  const share = first.length / (first.length + second.length);
  const middle = start === null || end === null ? null : exact(start + (end - start) * share);
  return [
    ...lines.slice(0, index),
    { ...line, text: first, end: middle },
    { ...newLine(second, middle, end), settings: line.settings },
    ...lines.slice(index + 1),
  ];
}

/** Finds the space nearest to the middle, for a split without a caret. */
export function middleOf(text: string): number {
  const spaces = [...text.matchAll(/\s/g)].map((match) => match.index);
  const middle = text.length / 2;
  return spaces.reduce((best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best), -1);
}

/** Joins a line with the next one; unchanged for the last line. */
export function joined(lines: readonly Line[], index: number): Line[] {
  const [line, next] = [lines[index], lines[index + 1]];
  if (!line || !next) return [...lines];
  const text = [line.text.trim(), next.text.trim()].filter((part) => part !== '').join(' ');
  return [
    ...lines.slice(0, index),
    { ...line, text, start: line.start ?? next.start, end: next.end ?? line.end },
    ...lines.slice(index + 2),
  ];
}

/** Adds an empty caption after a line, starting at that line's end. */
export function added(lines: readonly Line[], index: number, time: number): Line[] {
  const next = lines[index + 1]?.start ?? Number.POSITIVE_INFINITY;
  const start = exact(lines[index]?.end ?? time);
  const end = Math.min(start + 2, next);
  const line = end > start ? newLine('', start, exact(end)) : newLine();
  return [...lines.slice(0, index + 1), line, ...lines.slice(index + 1)];
}

export const removed = (lines: readonly Line[], index: number): Line[] =>
  lines.filter((_, at) => at !== index);

export { changed };

/** Makes a line of each sentence and each line of a script. */
export const linesOfScript = (script: string): Line[] =>
  script
    .split(/\r\n|\n|\r/)
    .flatMap((line) => line.match(/[^.!?…。！？]*(?:[.!?…。！？]+["'’”»)\]]*|$)/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) => newLine(sentence));

/** Returns the text shown at a time. */
export const shownAt = (lines: readonly Line[], time: number): string =>
  lines
    .filter(({ start, end }) => start !== null && end !== null && start <= time && time < end)
    .map(({ text }) => plainCueText(toCueText(text)))
    .join('\n');
