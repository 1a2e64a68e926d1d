import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#app/config.ts';
import { Username } from '#features/accounts/contract.ts';
import { createOrPromoteAdmin } from '#features/accounts/server/first-admin.ts';
import { keepCopyBefore } from '#platform/database/copy/keep-copy-before.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';

/* npm run admin -- create NAME [--email ADDRESS]: creates an administrator, or makes one of an account. */

const USAGE = 'Usage: npm run admin -- create NAME [--email ADDRESS]';

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { email: { type: 'string' } },
  });
  const [command, given, ...rest] = positionals;
  if (command !== 'create' || given === undefined || rest.length > 0) throw new ConfigError(USAGE);
  const name = Username.safeParse(given);
  if (!name.success) throw new ConfigError(name.error.issues[0]?.message ?? USAGE);

  const config = readConfig(process.env);
  const database = await openDatabase(config.databaseUrl);
  try {
    const copies = join(config.dataDir, 'backups');
    await migrate(database.db, { before: keepCopyBefore(config.databaseUrl, copies, console.log) });
    const wish = { username: name.data, email: values.email, password: process.env.ADMIN_PASSWORD };
    const { username, password, made } = await createOrPromoteAdmin(database.db, wish);
    if (made === 'promoted') console.log(`${username} is an administrator now and keeps the password.`);
    else
      console.log(
        `${username} is an administrator${password ? `, password ${password} (shown only once)` : ''}.`,
      );
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
