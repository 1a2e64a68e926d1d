import { CompiledQuery, sql } from 'kysely';
import { engineOf } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';

/**
 * Runs `work`, and returns the query plan of each of its statements outside of transactions, as text.
 * Disables PostgreSQL's sequential scans, which it would prefer for the tests' small tables.
 */
export async function plansOf(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const executor = db.getExecutor();
  const original = executor.executeQuery;
  const statements: CompiledQuery[] = [];
  executor.executeQuery = function (this: typeof executor, ...args: Parameters<typeof original>) {
    statements.push(args[0]);
    return original.apply(this, args);
  } as typeof original;
  try {
    await work();
  } finally {
    executor.executeQuery = original;
  }
  return db.transaction().execute(async (transaction) => {
    const isPostgres = engineOf(db) === 'postgres';
    if (isPostgres) await sql`set local enable_seqscan = off`.execute(transaction);
    const plans: string[] = [];
    for (const statement of statements) {
      const explain = `explain ${isPostgres ? '' : 'query plan '}${statement.sql}`;
      const { rows } = await transaction.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(explain, [...statement.parameters]),
      );
      plans.push(rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n'));
    }
    return plans;
  });
}
