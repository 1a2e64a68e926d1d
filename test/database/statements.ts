import type { Database } from '#platform/database/open.ts';
import { attachReader, readerOf } from '#platform/database/prepare-query.ts';

/**
 * Counts a database's statements until `stop` returns their number, without the reads of the catalogue
 * version.
 */
export function countStatements({ db }: Database): { stop(): number } {
  const executor = db.getExecutor();
  const original = executor.executeQuery;
  let count = 0;
  executor.executeQuery = function (this: typeof executor, ...args: Parameters<typeof original>) {
    if (!args[0].sql.includes('"catalogue_version"')) count += 1;
    return original.apply(this, args);
  } as typeof original;
  const reader = readerOf(db);
  if (reader)
    attachReader(db, (statement, values) => {
      count += 1;
      return reader(statement, values);
    });
  return {
    stop() {
      executor.executeQuery = original;
      if (reader) attachReader(db, reader);
      return count;
    },
  };
}
