import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureFirstAdmin } from '#features/accounts/server/first-admin.ts';
import { loadDemo } from '#features/catalogue/server/transfer/demo.ts';
import { copyBeforeMigration } from '#platform/database/copy/copy-before-migration.ts';
import { migrate } from '#platform/database/migrate.ts';
import type { Config } from '../config.ts';
import { insecureSettings } from './insecure-settings.ts';
import { makePrivate } from './private-files.ts';
import { openOrExplain, reason, StartError } from './start-error.ts';

const DEMO_FILE = join(import.meta.dirname, '../../../demo/catalogue.json');

/**
 * Prepares data folder and database: migrations, demo, first administrator. Returns lines to print when the
 * site is served or fails; `print` shows progress until then. Throws `StartError`, `MigrationError` or
 * `WeakAdminPassword`.
 */
export async function prepareSite(config: Config, print: (line: string) => void): Promise<string[]> {
  await prepareDataFolder(config);
  // A connection without time limits, because migrations may take long.
  const database = await openOrExplain(config.databaseUrl);
  try {
    const copies = join(config.dataDir, 'backups');
    await migrate(database.db, { before: copyBeforeMigration(config.databaseUrl, copies, print) });
    const droplets = config.demo ? await loadDemo(database.db, DEMO_FILE) : 0;
    if (droplets > 0) print(`The demo catalogue is in: ${droplets} droplets.`);
    const warnings = config.production ? insecureSettings(config) : [];
    const admin = await ensureFirstAdmin(database.db, config.admin, { refuseWeak: config.production });
    if (!admin) return warnings;
    const password = admin.password ? `, password ${admin.password} (shown only once)` : '';
    return [...warnings, `The administrator is ${admin.username}${password}.`];
  } finally {
    await database.close();
  }
}

async function prepareDataFolder(config: Config): Promise<void> {
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
    await access(config.dataDir, constants.W_OK);
    await makePrivate(config.dataDir);
  } catch (error) {
    throw new StartError(`The data folder ${config.dataDir} cannot be written: ${reason(error)}`);
  }
}
