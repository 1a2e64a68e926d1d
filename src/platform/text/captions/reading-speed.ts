import { plainCueText } from './cue-text.ts';
import type { Cue } from './parse-webvtt.ts';

/** Maximum characters per second, a common limit of broadcasters. */
const MAX_PER_SECOND = 17;

type Timed = Pick<Cue, 'start' | 'end' | 'text'>;

/** Counts the displayed characters; a line break counts as a space. */
const charactersOf = (text: string): number => [...plainCueText(text).trim()].length;

/** Returns the minimum reading time of a text, in seconds. */
export const secondsNeeded = (text: string): number => charactersOf(text) / MAX_PER_SECOND;

/** Returns a caption's required reading speed in characters per second. */
export const readingSpeed = ({ start, end, text }: Timed): number => charactersOf(text) / (end - start);

/** Returns advice for a caption that is too fast to read; null otherwise. */
export function tooFast(cue: Timed): string | null {
  const speed = readingSpeed(cue);
  // A tolerance for times in thousandths: a caption whose end was computed from its length is not too fast.
  if (!(speed > MAX_PER_SECOND + 0.01)) return null;
  const more = Math.ceil((secondsNeeded(cue.text) - (cue.end - cue.start)) * 10) / 10;
  const shown = Math.max(MAX_PER_SECOND + 1, Math.round(speed));
  return (
    `Too fast: ${shown} characters a second, at most ${MAX_PER_SECOND}. ` +
    `Give it ${more.toFixed(1)} s more or split it.`
  );
}
