import { sql } from 'kysely';
import type { Db } from '../database/open.ts';
import { tooMany } from './errors.ts';

export interface Limit {
  /** What is counted, such as `sign-up:ip`. */
  name: string;
  /** How many are let through in a window. */
  max: number;
  /** Milliseconds. */
  window: number;
}

/**
 * Counts one use of `subject` against a limit, in the database, so that it holds across restarts and nodes.
 * Throws 429 with `Retry-After` once the window's allowance is spent. One statement: parallel calls count too.
 */
export async function spend(db: Db, limit: Limit, subject: string, message: string): Promise<void> {
  const now = Date.now();
  const row = await db
    .insertInto('rate_limits')
    .values({ key: `${limit.name}:${subject}`, count: 1, resets_at: now + limit.window })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when rate_limits.resets_at <= ${now} then 1 else rate_limits.count + 1 end`,
        resets_at: sql<number>`case when rate_limits.resets_at <= ${now} then ${now + limit.window} else rate_limits.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow();
  if (row.count > limit.max) throw tooMany(message, Math.max(1, Math.ceil((row.resets_at - now) / 1000)));
}

/** Forgets what was counted, for instance after a success. */
export async function forgive(db: Db, limit: Limit, subject: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', `${limit.name}:${subject}`).execute();
}

/** Windows that are over; called now and then so that the table stays small. */
export async function sweepLimits(db: Db): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', Date.now()).execute();
}
