import { carryOut } from '#features/catalogue/server/schedule/carry-out.ts';
import { openDatabase } from '#platform/database/open.ts';

/*
 * node test/database/dying-schedule.ts URL NOW STATEMENTS: publishes and takes down due items, and exits
 * abruptly after that many statements, like a machine that loses power.
 */

const [url = '', now = '0', statements = '0'] = process.argv.slice(2);
let left = Number(statements);
const database = await openDatabase(url, {
  onStatement(statement) {
    if (!/update|insert/i.test(statement)) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
await carryOut(database.db, Number(now));
await database.close();
