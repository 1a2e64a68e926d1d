import { MAX_CAPTIONS, MAX_CHARACTERS, MAX_SECONDS } from '#platform/text/captions/limits.ts';
import { parseWebVtt } from '#platform/text/captions/parse-webvtt.ts';

const TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const TIMING = new RegExp(`^${TIME}[ \\t]+-->[ \\t]+${TIME}(?:[ \\t].*)?$`);

/** Describes the problem of a WebVTT text for its author; null when it is valid. */
export function findVttProblem(text: string): string | null {
  const lines = text.split(/\r\n|\n|\r/);
  let line = 0;
  for (const [index, content] of lines.entries()) {
    if (!content.includes('-->')) continue;
    line = index + 1;
    const match = TIMING.exec(content.trim());
    if (!match) return `Line ${line} has no valid time, such as 00:01.000 --> 00:04.000.`;
    const end = toSeconds(match.slice(5, 9));
    if (toSeconds(match.slice(1, 5)) >= end) return `The caption on line ${line} ends before it begins.`;
    if (end > MAX_SECONDS) return `The time on line ${line} is too late: at most 99 hours.`;
  }
  const cues = parseWebVtt(text) ?? [];
  if (cues.length > MAX_CAPTIONS) return `This file has too many captions: at most ${MAX_CAPTIONS}.`;
  const long = cues.find((cue) => cue.text.length > MAX_CHARACTERS);
  if (long) return `The caption that begins “${long.text.slice(0, 30)}” is too long.`;
  return cues.length === 0 ? 'This file contains no captions.' : null;
}

export function toSeconds(parts: readonly (string | undefined)[]): number {
  const [hours = 0, minutes = 0, seconds = 0, thousandths = 0] = parts.map((part) => Number(part ?? 0));
  return (((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths) / 1000;
}
