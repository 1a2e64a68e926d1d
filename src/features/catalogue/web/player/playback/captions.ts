import { plainCueText } from '#platform/text/captions/cue-text.ts';
import { parseWebVtt } from '#platform/text/captions/parse-webvtt.ts';

/** One caption of a WebVTT file. */
export interface Caption {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
}

/** Parses the captions of a WebVTT file, without their styles and positions. */
export const parseCaptions = (file: string): Caption[] =>
  (parseWebVtt(file) ?? []).flatMap(({ start, end, text }) => {
    const plain = plainCueText(text).trim();
    return plain === '' ? [] : [{ start, end, text: plain }];
  });

/** Returns the captions at a time, in seconds. Several at once are lines of one text. */
export const captionAt = (captions: readonly Caption[], time: number): string =>
  captions
    .filter(({ start, end }) => start <= time && time < end)
    .map(({ text }) => text)
    .join('\n');
