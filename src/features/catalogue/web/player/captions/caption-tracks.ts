import type { ItemCaptions } from '../../../contract/schemas.ts';

/** Captions in one language. */
export interface CaptionTrack {
  language: string;
  url: string;
}

/** Lists an item's captions, those of `captionsUrl` first, with each language once. */
export function tracksOf(
  { captionsUrl, captionsLanguage, furtherCaptions }: ItemCaptions,
  pageLanguage: string,
): CaptionTrack[] {
  const first = captionsUrl ? [{ language: captionsLanguage ?? pageLanguage, url: captionsUrl }] : [];
  return [...first, ...furtherCaptions.filter(({ language }) => language !== first[0]?.language)];
}
