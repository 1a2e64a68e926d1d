/*
 * Addresses of texts and exercises written on this site. `mediaUrl` holds them, as it holds those of uploads.
 * The content of an address never changes.
 */

export const WRITTEN_PREFIX = '/media/w/';

export type WritingKind = 'text' | 'exercise';

/** A text is served as JSON (lesson-node.ts), an exercise as an HTML page. */
export const WRITING_ENDINGS = { text: 'json', exercise: 'html' } as const;

const NAME = /^[0-9a-f]{32}\.(json|html)$/;

/** Last part of a written text's or exercise's address; null for other addresses. */
export function writtenName(address: string | null): string | null {
  if (!address?.startsWith(WRITTEN_PREFIX)) return null;
  const name = address.slice(WRITTEN_PREFIX.length);
  return NAME.test(name) ? name : null;
}

/** Kinds of writing by the media types that have one. */
export const WRITING_KIND_OF: Readonly<Record<string, WritingKind>> = {
  text: 'text',
  interactive: 'exercise',
};
