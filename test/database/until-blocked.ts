import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Db } from '#platform/database/open.ts';

/** Waits until this number of PostgreSQL connections wait for a lock. */
export async function untilBlocked(db: Db, connections = 1): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  await vi.waitFor(async () =>
    expect((await waiting.execute(db)).rows.length).toBeGreaterThanOrEqual(connections),
  );
}
