import { LATIN_LETTERS } from '#platform/database/latin-letters.ts';
import type { Db } from '#platform/database/open.ts';
import type { ItemType } from '../contract.ts';
import { TABLES } from './content-tables.ts';

const MAX_LENGTH = 80;
/** Beyond so many different wishes it is cheaper to read all slugs that there are. */
const FEW = 20;

/**
 * A title as part of an address: lower case, Latin letters without accents, other scripts as they are, everything else
 * a hyphen. Empty when the title has neither letter nor digit.
 */
export function slugFrom(title: string): string {
  const plain = title
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[ßæœøłđðþı]/g, (letter) => LATIN_LETTERS[letter] ?? letter)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+|-+$/gu, '');
  if (plain.length <= MAX_LENGTH) return plain;
  const cut = [...plain].reduce((kept, letter) =>
    kept.length + letter.length > MAX_LENGTH ? kept : kept + letter,
  );
  return cut.replace(/-[^-]*$/u, '') || cut;
}

/** One slug for each title, free at this moment: `breath`, then `breath-2`. Nothing is written. */
export async function freeSlugs(
  db: Db,
  type: ItemType,
  titles: readonly string[],
  alsoTaken: Iterable<string> = [],
): Promise<string[]> {
  const wishes = titles.map((title) => slugFrom(title) || type);
  const taken = await slugsLike(db, type, new Set(wishes));
  for (const slug of alsoTaken) taken.add(slug);
  /** Where to go on counting, so that a thousand items of one title are not a million looks. */
  const next = new Map<string, number>();
  return wishes.map((wish) => {
    let slug = wish;
    let number = next.get(wish) ?? 2;
    while (taken.has(slug)) {
      slug = `${wish}-${number}`;
      number += 1;
    }
    next.set(wish, number);
    taken.add(slug);
    return slug;
  });
}

async function slugsLike(db: Db, type: ItemType, wishes: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await db
    .selectFrom(TABLES[type])
    .select('slug')
    .$if(wishes.size <= FEW, (query) =>
      query.where((eb) =>
        // Slugs hold neither `%` nor `_`.
        eb.or([...wishes].flatMap((wish) => [eb('slug', '=', wish), eb('slug', 'like', `${wish}-%`)])),
      ),
    )
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}
