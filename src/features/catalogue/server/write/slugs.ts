import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import type { ItemType } from '../../contract/kinds.ts';
import { slugFrom } from '../../shared/slug.ts';

/** For more distinct slugs than this, reading all existing slugs is cheaper. */
const FEW = 20;

/** Returns a free slug for each title: `breath`, then `breath-2`. Reserves nothing. */
export async function freeSlugs(
  db: Db,
  type: ItemType,
  titles: readonly string[],
  alsoTaken: Iterable<string> = [],
): Promise<string[]> {
  const bases = titles.map((title) => slugFrom(title) || type);
  const taken = await slugsLike(db, type, new Set(bases));
  for (const slug of alsoTaken) taken.add(slug);
  /** Next number by slug, so that a thousand equal titles do not need a million attempts. */
  const next = new Map<string, number>();
  return bases.map((base) => {
    let slug = base;
    let number = next.get(base) ?? 2;
    while (taken.has(slug)) {
      slug = `${base}-${number}`;
      number += 1;
    }
    next.set(base, number);
    taken.add(slug);
    return slug;
  });
}

async function slugsLike(db: Db, type: ItemType, bases: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await db
    .selectFrom(TABLE_OF[type])
    .select('slug')
    .$if(bases.size <= FEW, (query) =>
      query.where((eb) =>
        // Slugs contain neither `%` nor `_`.
        eb.or([...bases].flatMap((base) => [eb('slug', '=', base), eb('slug', 'like', `${base}-%`)])),
      ),
    )
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}
