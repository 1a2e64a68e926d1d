import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#app/config.ts';
import type { Db } from '#platform/database/open.ts';
import { runCommand } from './lib/run-command.ts';
import { withSiteDatabase } from './lib/site-database.ts';
import { seedCatalogue } from './seed/seed-catalogue.ts';
import { seedCounts } from './seed/seed-counts.ts';
import { seedMembers } from './seed/seed-members.ts';

/*
 * npm run seed -- [--oceans N --waves M --droplets K] [--members N --rows-each 10] [--counts N]: adds a
 * synthetic, published catalogue, members, and counts of use, in these total numbers, to the existing rows.
 * For work on scale.
 */

const MAX_COUNT = 100_000_000;
const OPTIONS = ['oceans', 'waves', 'droplets', 'members', 'rows-each', 'counts'] as const;
type Sizes = Record<(typeof OPTIONS)[number], number>;

function readSizes(): Sizes {
  const { values } = parseArgs({
    options: Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
  });
  const count = (name: string): number => {
    const text = values[name] ?? (name === 'rows-each' ? '10' : '0');
    if (typeof text !== 'string' || !/^\d{1,9}$/.test(text) || Number(text) > MAX_COUNT)
      throw new ConfigError(`--${name} needs a whole number from 0 to ${MAX_COUNT}, such as --${name} 100`);
    return Number(text);
  };
  const sizes = Object.fromEntries(OPTIONS.map((name) => [name, count(name)])) as Sizes;
  if (OPTIONS.every((name) => name === 'rows-each' || sizes[name] === 0))
    throw new ConfigError('Nothing to add. Use: npm run seed -- --oceans 5 --waves 50 --droplets 1000');
  if (sizes.waves > 0 && sizes.oceans === 0)
    throw new ConfigError('Waves need an ocean. Add --oceans 1 or more.');
  if (sizes.droplets > 0 && sizes.waves === 0)
    throw new ConfigError('Droplets need a wave. Add --waves 1 or more.');
  return sizes;
}

async function main(): Promise<void> {
  const sizes = readSizes();
  const add = async (db: Db) => {
    if (sizes.oceans > 0) await seedCatalogue(db, sizes, progressOf('items'));
    const members = { members: sizes.members, rowsEach: sizes['rows-each'] };
    if (sizes.members > 0) await seedMembers(db, members, progressOf('members'));
    if (sizes.counts > 0) await seedCounts(db, sizes.counts, progressOf('counts'));
  };
  await withSiteDatabase(readConfig(process.env), add, { mayBeNew: true });
}

/** Prints a line per 5 percent. */
function progressOf(what: string): (done: number, total: number) => void {
  const begun = performance.now();
  let shown = 0;
  return (done, total) => {
    const percent = Math.floor((100 * done) / total);
    if (percent < shown + 5 && done < total) return;
    shown = percent;
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(`${String(percent).padStart(3)} %  ${done} of ${total} ${what}, ${seconds} s`);
  };
}

await runCommand(main);
