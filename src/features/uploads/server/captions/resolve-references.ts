import { decodeHTML } from 'entities';
import { escapeCueText } from '#platform/text/captions/cue-text.ts';

/** The escapes that every captions parser knows. The player's parser knows only these. */
const KNOWN = new Set(['&amp;', '&lt;', '&gt;', '&lrm;', '&rlm;', '&nbsp;']);
const REFERENCE = /&(?:#[xX]?[0-9a-fA-F]{1,8}|[a-zA-Z][a-zA-Z0-9]{0,40});?/g;

/**
 * Replaces HTML character references in a WebVTT file by their characters, such as `&copy;` by ©. The
 * standard allows all 2,231 of them; their table is too large for the player.
 */
export const resolveReferences = (vtt: string): string =>
  vtt.replace(REFERENCE, (reference) =>
    KNOWN.has(reference)
      ? reference
      : // A line break would end a line of the file.
        escapeCueText(decodeHTML(reference)).replace(/[\r\n]/g, ' '),
  );
