import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, migrations } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';

/*
 * node test/database/migrate-process.ts URL AT: one of several programs that migrate at the same moment.
 * Prints what it did. An additional slow migration makes the programs overlap.
 */

const [url = '', at = '0'] = process.argv.slice(2);
while (Date.now() < Number(at));
const database = await openDatabase(url);
const slow = {
  async up() {
    await sleep(300);
  },
};
console.log(JSON.stringify(await migrate(database.db, { from: { ...migrations, '9000-slow': slow } })));
await database.close();
