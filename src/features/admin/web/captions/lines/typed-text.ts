import { plainCueText } from '#platform/text/captions/cue-text.ts';

/** Less-than signs that begin neither a WebVTT tag nor a time. */
const NO_TAG = /<(?!\/?(?:b|i|u|c|v|lang|ruby|rt)(?:[\s.][^<>]*)?>|\d[\d:.]*>)/g;
const NO_ESCAPE = /&(?!(?:amp|lt|gt|lrm|rlm|nbsp);)/g;
const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>' };

/** Converts typed text into a cue's text: preserves its tags, and escapes other signs. */
export const toCueText = (typed: string): string =>
  typed.replace(NO_ESCAPE, '&amp;').replace(NO_TAG, '&lt;').replaceAll('-->', '--&gt;');

/** Converts a cue's text into text for people; unchanged where the conversion would change its meaning. */
export function toTypedText(text: string): string {
  const typed = text.replace(/&(amp|lt|gt);/g, (_, name: string) => SIGNS[name] ?? '');
  return plainCueText(toCueText(typed)) === plainCueText(text) ? typed : text;
}
