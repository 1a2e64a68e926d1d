import { readSettings } from '#features/settings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';

export interface LetterSettings {
  site: string;
  /** Whether the owner sends letters. */
  offered: boolean;
  /** The owner's line; empty without one. */
  line: string;
  /** Postal address in the footer, which some countries require; empty without one. */
  address: string;
  /** Maximum number of letters per hour. */
  perHour: number;
  /** Whether strangers may see previews, and so the pictures of letters. */
  hasPictures: boolean;
}

export async function letterSettings(db: Db): Promise<LetterSettings> {
  const read = await readSettings(db);
  return {
    site: read('site.title'),
    offered: read('letter.offered') !== 'off',
    line: read('letter.line'),
    address: read('letter.address'),
    perHour: Number(read('letter.per-hour')),
    hasPictures: read('site.sharing') !== 'off',
  };
}
