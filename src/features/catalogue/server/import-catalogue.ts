import { recordChange } from '#features/trail/server/record-change.ts';
import type { Db } from '#platform/database/open.ts';
import { badRequest, type Issue } from '#platform/http/errors.ts';
import type { Reader } from '#platform/http/reader.ts';
import { MOST_ISSUES } from '#platform/http/serve.ts';
import type { ItemType } from '../contract.ts';
import type {
  DropletContent,
  ImportedCatalogue,
  ImportedDroplet,
  OceanContent,
} from '../transfer-contract.ts';
import { changeCatalogue } from './change-catalogue.ts';
import { endOf, TABLES } from './content-tables.ts';
import { insertItems } from './insert-oceans.ts';
import { freeSlugs } from './slugs.ts';
import { existing } from './write-items.ts';

/** An item that a file brings, and where it stands there. */
interface Brought {
  path: string;
  item: { slug?: string | undefined; title: string };
}

/**
 * Adds what a file brings after the oceans that are there: all of it, or nothing and every problem. `dryRun` looks and
 * writes nothing.
 */
export async function importCatalogue(
  db: Db,
  reader: Reader,
  { oceans }: ImportedCatalogue,
  dryRun: boolean,
) {
  const brought: Record<ItemType, Brought[]> = { ocean: [], wave: [], droplet: [] };
  for (const [o, ocean] of oceans.entries()) {
    brought.ocean.push({ path: `oceans.${o}.`, item: ocean });
    for (const [w, wave] of ocean.waves.entries()) {
      brought.wave.push({ path: `oceans.${o}.waves.${w}.`, item: wave });
      for (const [d, droplet] of wave.droplets.entries())
        brought.droplet.push({ path: `oceans.${o}.waves.${w}.droplets.${d}.`, item: droplet });
    }
  }
  const counts = {
    oceans: brought.ocean.length,
    waves: brought.wave.length,
    droplets: brought.droplet.length,
  };
  await writing(db, dryRun, async (within) => {
    await giveSlugs(within, brought);
    if (dryRun) return;
    await insertItems(within, 'ocean', oceans as OceanContent[], null, await endOf(within, 'ocean', null));
    await recordChange(within, {
      userId: reader.userId,
      action: 'imported',
      itemType: 'catalogue',
      itemId: '',
      title: `${counts.oceans} oceans, ${counts.waves} waves, ${counts.droplets} droplets`,
      details: counts,
    });
  });
  return counts;
}

/** The same for droplets, to the end of a wave. `lines` tells where each stands in its file. */
export async function importDroplets(
  db: Db,
  reader: Reader,
  waveId: number,
  droplets: readonly ImportedDroplet[],
  lines: readonly number[],
  dryRun: boolean,
): Promise<number> {
  await writing(db, dryRun, async (within) => {
    const wave = await existing(within, 'wave', waveId);
    const brought = droplets.map((item, index) => ({ path: `line ${lines[index]}, `, item }));
    await giveSlugs(within, { ocean: [], wave: [], droplet: brought });
    if (dryRun) return;
    const position = await endOf(within, 'droplet', waveId);
    await insertItems(within, 'droplet', droplets as DropletContent[], waveId, position);
    await recordChange(within, {
      userId: reader.userId,
      action: 'imported',
      itemType: 'wave',
      itemId: String(waveId),
      title: wave.title,
      details: { droplets: droplets.length },
    });
  });
  return droplets.length;
}

const writing = (db: Db, dryRun: boolean, work: (db: Db) => Promise<void>) =>
  dryRun ? work(db) : changeCatalogue(db, work);

/** Slugs that the file gives must be free and stand in it once; the others are made from the titles. */
async function giveSlugs(db: Db, brought: Record<ItemType, Brought[]>): Promise<void> {
  const issues: Issue[] = [];
  for (const type of ['ocean', 'wave', 'droplet'] as const) {
    const items = brought[type];
    if (items.length === 0) continue;
    const rows = await db.selectFrom(TABLES[type]).select('slug').execute();
    const taken = new Set(rows.map(({ slug }) => slug));
    const given = new Set<string>();
    for (const { path, item } of items) {
      if (item.slug === undefined) continue;
      if (taken.has(item.slug)) issues.push({ path: `${path}slug`, message: 'This slug is already taken' });
      else if (given.has(item.slug))
        issues.push({ path: `${path}slug`, message: 'This slug stands in the file twice' });
      given.add(item.slug);
    }
    const without = items.map(({ item }) => item).filter(({ slug }) => slug === undefined);
    const titles = without.map(({ title }) => title);
    const slugs = await freeSlugs(db, type, titles, given);
    for (const [index, item] of without.entries()) item.slug = slugs[index];
  }
  if (issues.length > 0)
    throw badRequest('Nothing was imported: some slugs are taken.', issues.slice(0, MOST_ISSUES));
}
