const CHARACTERS: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  lrm: '\u200E',
  rlm: '\u200F',
  nbsp: '\u00A0',
};

/** Returns a cue's text without tags and timestamps, with its escapes resolved (w3.org/TR/webvtt1, 6.4). */
export const plainCueText = (text: string): string =>
  // A tag extends to the next `>`, or to the end.
  text.replace(/<[^>]*>?|&(amp|lt|gt|lrm|rlm|nbsp);/g, (_, name?: string) =>
    name === undefined ? '' : (CHARACTERS[name] ?? ''),
  );

/** Escapes a text so that {@link plainCueText} returns it, and none of its lines is a line of times. */
export const escapeCueText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
