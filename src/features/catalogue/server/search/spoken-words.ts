import { sql } from 'kysely';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { type CatalogueTransaction, changeCatalogue } from '#platform/database/version/change-catalogue.ts';
import { HASH_STARTS } from '../media/image-blur.ts';
import { addWords, chunks, IndexChanges } from './change-index.ts';
import { PARTS } from './postings.ts';
import { spokenTerm, termOfWord } from './terms.ts';

/** The spoken words of a droplet, and the access that their index entries assume. */
interface Spoken {
  words: readonly string[];
  /** Only some readers may open the droplet. */
  isLocked: boolean;
}

const NOTHING: Spoken = { words: [], isLocked: false };
/** Droplets per transaction of a repair. */
const AT_ONCE = 500;

/**
 * Indexes droplets by the words of their captions that are stored, replacing differing entries. Runs after
 * rows and media references are written, and after every change of access.
 */
export async function indexSpokenWords(db: CatalogueTransaction, ids: readonly number[]): Promise<void> {
  for (const some of chunks(ids)) {
    const present = await presentWords(db, some);
    await replace(db, some, present);
  }
}

/** Removes droplets from the index of spoken words. */
export async function unindexSpokenWords(db: CatalogueTransaction, ids: readonly number[]): Promise<void> {
  for (const some of chunks(ids)) await replace(db, some, new Map());
}

async function replace(
  db: CatalogueTransaction,
  ids: readonly number[],
  present: ReadonlyMap<number, Spoken>,
): Promise<void> {
  const indexed = await indexedWords(db, ids);
  const changed = ids.filter((id) => !isSame(indexed.get(id) ?? NOTHING, present.get(id) ?? NOTHING));
  if (changed.length === 0) return;
  const changes = new IndexChanges();
  for (const id of changed) {
    const [before, after] = [indexed.get(id) ?? NOTHING, present.get(id) ?? NOTHING];
    changes.add(id, termsOf(before), 0);
    changes.add(id, termsOf(after), PARTS.description);
  }
  await changes.write(db);
  await db.deleteFrom('spoken_documents').where('id', 'in', changed).execute();
  const documents = changed.flatMap((id) => {
    const { words, isLocked } = present.get(id) ?? NOTHING;
    return words.length === 0 ? [] : [{ id, words: words.join(' '), is_locked: isLocked }];
  });
  if (documents.length > 0) await db.insertInto('spoken_documents').values(documents).execute();
  await addWords(db, [...new Set(changed.flatMap((id) => present.get(id)?.words ?? []))]);
}

const termsOf = ({ words, isLocked }: Spoken) => words.map((word) => spokenTerm(termOfWord(word), isLocked));

const isSame = (a: Spoken, b: Spoken) =>
  a.words.join(' ') === b.words.join(' ') && (a.words.length === 0 || a.isLocked === b.isLocked);

async function indexedWords(db: Db, ids: readonly number[]): Promise<Map<number, Spoken>> {
  const rows = await db.selectFrom('spoken_documents').selectAll().where('id', 'in', ids).execute();
  return new Map(
    rows.map((row) => [row.id, { words: row.words.split(' '), isLocked: toBoolean(row.is_locked) }]),
  );
}

/** Reads the words of all captions of droplets in any language, in alphabetical order. */
async function presentWords(db: Db, ids: readonly number[]): Promise<Map<number, Spoken>> {
  const rows = await selectCaptions(db)
    .select(['droplets.id', 'droplets.access_type', 'droplets.is_sample', 'uploads.spoken_words'])
    .where('droplets.id', 'in', ids)
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, its]) => {
      const words = its.flatMap((row) => row.spoken_words?.split(' ') ?? []).filter((word) => word !== '');
      const isLocked = its.every((row) => row.access_type !== 'free' && !toBoolean(row.is_sample));
      return [id, { words: [...new Set(words)].sort(), isLocked }];
    }),
  );
}

/** Selects droplets with uploaded captions whose words are stored. */
const selectCaptions = (db: Db) =>
  db
    .selectFrom('media_references')
    .innerJoin('droplets', 'droplets.id', 'media_references.item_id')
    .innerJoin('uploads', (join) =>
      join.on(sql<boolean>`uploads.hash = substr(media_references.path, ${sql.lit(HASH_STARTS)})`),
    )
    .where('media_references.item_type', '=', 'droplet')
    .where('uploads.kind', '=', 'captions')
    .where('uploads.spoken_words', '!=', '');

/** Reindexes the droplets that older programs have changed. These know no index of spoken words. */
export async function reindexChangedAccess(db: Db): Promise<void> {
  for (;;) {
    const ids = await changedDroplets(db);
    if (ids.length === 0) return;
    await changeCatalogue(db, (transaction) => indexSpokenWords(transaction, ids));
  }
}

async function changedDroplets(db: Db): Promise<number[]> {
  const isLocked = sql<boolean>`(droplets.access_type <> 'free' and droplets.is_sample = ${false})`;
  const changed = await db
    .selectFrom('spoken_documents')
    .leftJoin('droplets', 'droplets.id', 'spoken_documents.id')
    .select('spoken_documents.id')
    .where(sql<boolean>`(droplets.id is null or spoken_documents.is_locked <> ${isLocked})`)
    .limit(AT_ONCE)
    .execute();
  const added = await selectCaptions(db)
    .leftJoin('spoken_documents', 'spoken_documents.id', 'droplets.id')
    .select('droplets.id')
    .distinct()
    .where('spoken_documents.id', 'is', null)
    .limit(AT_ONCE)
    .execute();
  return [...changed, ...added].map(({ id }) => id);
}
