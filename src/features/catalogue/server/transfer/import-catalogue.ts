import { recordChange } from '#features/audit-log/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import type { Issue } from '#platform/http/contract/error-codes.ts';
import { invalidInput } from '#platform/http/serve/errors.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import { MAX_ISSUES } from '#platform/http/serve/serve.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { HeldBack } from '../../contract/transfer-endpoints.ts';
import type { ImportedCatalogue, ImportedDroplet } from '../../contract/transfer-schemas.ts';
import { mustsOf } from '../check/find-musts.ts';
import { endPosition } from '../items/levels.ts';
import { insertItems } from '../write/insert-items.ts';
import { freeSlugs } from '../write/slugs.ts';
import { editCatalogue, existingRow } from '../write/write-items.ts';
import { insertWritings } from './written-content.ts';

/** An item of a file, and its path in the file. */
interface Imported {
  path: string;
  item: Pick<ImportedDroplet, 'slug' | 'title' | 'isPublished' | 'writing'> & { mediaUrl: string | null };
}

/**
 * Adds the oceans of a file after the existing ones. Published items that fail the check before publishing
 * become drafts, and the result names them. Throws 400 with every problem, and then adds nothing. A dry run
 * only checks.
 */
export async function importCatalogue(
  db: Db,
  reader: Reader,
  { oceans }: ImportedCatalogue,
  dryRun: boolean,
) {
  const imported = itemsOf(oceans);
  const counts = {
    oceans: imported.ocean.length,
    waves: imported.wave.length,
    droplets: imported.droplet.length,
  };
  if (dryRun) {
    await chooseSlugs(db, imported);
    return { ...counts, ids: [], ...(await holdBack(db, imported)) };
  }
  return editCatalogue(db, async (transaction) => {
    const slugOf = await chooseSlugs(transaction, imported);
    const heldBack = await holdBack(transaction, imported);
    const droplets = oceans.flatMap(({ waves }) => waves.flatMap((wave) => wave.droplets));
    await insertWritings(transaction, reader.userId, droplets);
    const contents = oceans.map((ocean) => ({
      ...ocean,
      slug: slugOf(ocean),
      waves: ocean.waves.map((wave) => ({
        ...wave,
        slug: slugOf(wave),
        droplets: wave.droplets.map((droplet) => ({ ...droplet, slug: slugOf(droplet) })),
      })),
    }));
    const position = await endPosition(transaction, 'ocean', null);
    const ids = await insertItems(transaction, 'ocean', contents, null, position);
    await recordChange(transaction, {
      userId: reader.userId,
      action: 'imported',
      itemType: 'catalogue',
      itemId: '',
      title: inWords(counts),
      details: { ...counts, ...addedDetail('ocean', ids) },
    });
    return { ...counts, ids, ...heldBack };
  });
}

/** Maximum number of items that an entry names. Each page of the history contains its entries' details. */
const MAX_NAMED = 1_000;

/** Names the added items in the entry of an import, so that the history can move them to the trash. */
const addedDetail = (type: ItemType, ids: number[]) =>
  ids.length > MAX_NAMED ? {} : { added: { type, ids } };

/** `1 ocean, 3 waves, 21 droplets` */
const inWords = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([names, count]) => (count === 1 ? `1 ${names.slice(0, -1)}` : `${count} ${names}`))
    .join(', ');

function itemsOf(oceans: ImportedCatalogue['oceans']): Record<ItemType, Imported[]> {
  const imported: Record<ItemType, Imported[]> = { ocean: [], wave: [], droplet: [] };
  for (const [o, ocean] of oceans.entries()) {
    imported.ocean.push({ path: `oceans.${o}.`, item: ocean });
    for (const [w, wave] of ocean.waves.entries()) {
      imported.wave.push({ path: `oceans.${o}.waves.${w}.`, item: wave });
      for (const [d, droplet] of wave.droplets.entries())
        imported.droplet.push({ path: `oceans.${o}.waves.${w}.droplets.${d}.`, item: droplet });
    }
  }
  return imported;
}

/** Adds the droplets of a table to the end of a wave. `lines` has each droplet's line in the file. */
export async function importDroplets(
  db: Db,
  reader: Reader,
  waveId: number,
  { droplets, lines }: { droplets: readonly ImportedDroplet[]; lines: readonly number[] },
  dryRun: boolean,
): Promise<{ droplets: number; ids: number[] } & HeldBack> {
  const items = droplets.map((item, index) => ({ path: `line ${lines[index]}, `, item }));
  const imported = { ocean: [], wave: [], droplet: items };
  if (dryRun) {
    await existingRow(db, 'wave', waveId);
    await chooseSlugs(db, imported);
    return { droplets: droplets.length, ids: [], ...(await holdBack(db, imported)) };
  }
  return editCatalogue(db, async (transaction) => {
    const wave = await existingRow(transaction, 'wave', waveId);
    const slugOf = await chooseSlugs(transaction, imported);
    const heldBack = await holdBack(transaction, imported);
    const contents = droplets.map((droplet) => ({ ...droplet, slug: slugOf(droplet) }));
    const position = await endPosition(transaction, 'droplet', waveId);
    const ids = await insertItems(transaction, 'droplet', contents, waveId, position);
    await recordChange(transaction, {
      userId: reader.userId,
      action: 'imported',
      itemType: 'wave',
      itemId: String(waveId),
      title: wave.title,
      details: { droplets: droplets.length, ...addedDetail('droplet', ids) },
    });
    return { droplets: droplets.length, ids, ...heldBack };
  });
}

/**
 * Turns published items that fail the check before publishing into drafts. Refusing them would break the rule
 * that a site can import its own export.
 */
async function holdBack(db: Db, imported: Record<ItemType, Imported[]>): Promise<HeldBack> {
  const items = Object.values(imported).flat();
  const published = items.filter(({ item }) => item.isPublished);
  const musts = await mustsOf(
    db,
    published.map(({ item }) => item),
  );
  const issues = published.flatMap(({ path, item }, index): Issue[] => {
    const must = musts[index];
    if (!must) return [];
    item.isPublished = false;
    const message = `“${item.title}” came in as a draft. ${must.title}. ${must.detail}`;
    return [{ path: `${path}isPublished`, message }];
  });
  return { heldBack: issues.length, issues: issues.slice(0, MAX_ISSUES) };
}

/**
 * Chooses a slug for every item: its own, or a free one made from its title. Throws 400 when an item's own
 * slug is taken or is in the file twice.
 */
async function chooseSlugs(
  db: Db,
  imported: Record<ItemType, Imported[]>,
): Promise<(item: Imported['item']) => string> {
  const issues: Issue[] = [];
  const made = new Map<Imported['item'], string>();
  for (const type of ['ocean', 'wave', 'droplet'] as const) {
    const items = imported[type];
    if (items.length === 0) continue;
    const rows = await db.selectFrom(TABLE_OF[type]).select('slug').execute();
    const taken = new Set(rows.map(({ slug }) => slug));
    const given = new Set<string>();
    for (const { path, item } of items) {
      if (item.slug === undefined) continue;
      if (taken.has(item.slug)) issues.push({ path: `${path}slug`, message: 'This slug is already taken' });
      else if (given.has(item.slug))
        issues.push({ path: `${path}slug`, message: 'This slug appears twice in the file' });
      given.add(item.slug);
    }
    const without = items.map(({ item }) => item).filter(({ slug }) => slug === undefined);
    const titles = without.map(({ title }) => title);
    const slugs = await freeSlugs(db, type, titles, given);
    for (const [index, item] of without.entries()) made.set(item, slugs[index] as string);
  }
  if (issues.length > 0)
    throw invalidInput(
      'Nothing was imported, because some slugs are already taken.',
      issues.slice(0, MAX_ISSUES),
    );
  return (item) => item.slug ?? (made.get(item) as string);
}
