import { carryOut } from '#features/catalogue/server/schedule/carry-out.ts';
import { openDatabase } from '#platform/database/open.ts';

/* node test/database/dying-schedule.ts URL NOW STATEMENTS: carries out what is due, and dies like a machine
   without power after so many statements. */

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
