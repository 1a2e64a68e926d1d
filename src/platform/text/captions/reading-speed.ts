import { plainCueText } from './cue-text.ts';
import type { Cue } from './parse-webvtt.ts';

/** Characters that people read in a second, as broadcasters count. */
const MAX_PER_SECOND = 17;

type Timed = Pick<Cue, 'start' | 'end' | 'text'>;

/** Counts the characters that a reader sees; a line break counts as a space. */
const charactersOf = (text: string): number => [...plainCueText(text).trim()].length;

/** Returns the seconds that a text needs at least. */
export const secondsNeeded = (text: string): number => charactersOf(text) / MAX_PER_SECOND;

/** Returns how many characters a second a caption asks its readers to read. */
export const readingSpeed = ({ start, end, text }: Timed): number => charactersOf(text) / (end - start);

/** Says what helps a caption that nobody can read in its time; null when there is time enough. */
export function tooFast(cue: Timed): string | null {
  const speed = readingSpeed(cue);
  // Times have thousandths: a caption whose end was computed from its length is not too fast.
  if (!(speed > MAX_PER_SECOND + 0.01)) return null;
  const more = Math.ceil((secondsNeeded(cue.text) - (cue.end - cue.start)) * 10) / 10;
  const shown = Math.max(MAX_PER_SECOND + 1, Math.round(speed));
  return (
    `Too fast: ${shown} characters a second, at most ${MAX_PER_SECOND}. ` +
    `Give it ${more.toFixed(1)} s more or split it.`
  );
}
