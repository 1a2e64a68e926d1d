import { plainCueText } from '#platform/text/captions/cue-text.ts';

/** Less-than signs that begin no tag of WebVTT and no time. */
const NO_TAG = /<(?!\/?(?:b|i|u|c|v|lang|ruby|rt)(?:[\s.][^<>]*)?>|\d[\d:.]*>)/g;
const NO_ESCAPE = /&(?!(?:amp|lt|gt|lrm|rlm|nbsp);)/g;
const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>' };

/** Converts what somebody typed into a cue's text: its tags are kept, other signs are escaped. */
export const toCueText = (typed: string): string =>
  typed.replace(NO_ESCAPE, '&amp;').replace(NO_TAG, '&lt;').replaceAll('-->', '--&gt;');

/** Converts a cue's text into what people read and type; unchanged where that would mean something else. */
export function toTypedText(text: string): string {
  const typed = text.replace(/&(amp|lt|gt);/g, (_, name: string) => SIGNS[name] ?? '');
  return plainCueText(toCueText(typed)) === plainCueText(text) ? typed : text;
}
