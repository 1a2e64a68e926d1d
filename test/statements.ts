import type { Database } from '#platform/database/open.ts';

/**
 * Counts the statements that a database is asked to run from now on, until `stop` answers how many; without the look at
 * the catalogue's version, which servers do otherwise.
 */
export function countStatements({ db }: Database): { stop(): number } {
  const executor = db.getExecutor();
  const original = executor.executeQuery;
  let count = 0;
  executor.executeQuery = function (this: typeof executor, ...args: Parameters<typeof original>) {
    if (!args[0].sql.includes('"catalogue_version"')) count += 1;
    return original.apply(this, args);
  } as typeof original;
  return {
    stop() {
      executor.executeQuery = original;
      return count;
    },
  };
}
