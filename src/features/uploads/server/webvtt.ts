const TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const TIMING = new RegExp(`^${TIME}[ \\t]+-->[ \\t]+${TIME}(?:[ \\t].*)?$`);
const SRT_TIMING = /^\d{1,2}:\d\d:\d\d,\d{3} --> /m;

/** Describes the problem of a captions file for its author; null when it is valid WebVTT. */
export function findVttProblem(bytes: Uint8Array): string | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'This file is not in UTF-8. Save it again with the encoding UTF-8.';
  }
  if (text.includes('\0')) return 'This file is not in UTF-8. Save it again with the encoding UTF-8.';
  const lines = text.split(/\r\n|\n|\r/);
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? ''))
    return SRT_TIMING.test(text)
      ? 'These captions are SubRip (SRT). Convert them to WebVTT (.vtt).'
      : 'This is not a WebVTT file. Its first line must be WEBVTT.';

  let cues = 0;
  for (const [index, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    const match = TIMING.exec(line.trim());
    if (!match) return `Line ${index + 1} has no valid time, such as 00:01.000 --> 00:04.000.`;
    if (toMilliseconds(match.slice(1, 5)) >= toMilliseconds(match.slice(5, 9)))
      return `The caption on line ${index + 1} ends before it begins.`;
    cues += 1;
  }
  return cues === 0 ? 'This file contains no captions.' : null;
}

function toMilliseconds(parts: (string | undefined)[]): number {
  const [hours, minutes, seconds, thousandths] = parts.map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + thousandths;
}
