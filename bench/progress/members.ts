import { sql } from 'kysely';
import { saveProgress } from '#features/progress/contract/calls.ts';
import type { Db } from '#platform/database/open.ts';
import { sharedKeys } from '#platform/database/secrets.ts';
import { CsrfTokens, hashSecret, newSecret } from '#platform/http/guard/tokens.ts';
import type { SteadyRequest } from '../load/load.ts';

/** A signed-in browser with an open lesson. */
export interface Learner {
  cookie: string;
  csrfToken: string;
  dropletId: number;
}

/** Rows per statement. */
const BATCH = 500;
/** Age of a session's last-seen time, in ms. Members report once a minute, so each report updates it. */
const UNSEEN = 120_000;

/** Inserts members with a session each and no password, and returns their browsers. */
export async function addLearners(db: Db, count: number): Promise<Learner[]> {
  const now = Date.now();
  await sql`insert into users (username, username_key, role, created_at)
    with recursive series(n) as (select 1 union all select n + 1 from series where n < ${sql.lit(count)})
    select 'member-' || n, 'member-' || n, 'free', ${sql.lit(now)} from series`.execute(db);
  const users = await db.selectFrom('users').select('id').where('username', 'like', 'member-%').execute();
  const droplets = await db.selectFrom('droplets').select('id').execute();
  const tokens = new CsrfTokens(await sharedKeys(db, 'csrf'));
  const sessions = users.map(({ id }) => ({ userId: id, secret: newSecret() }));
  for (let from = 0; from < sessions.length; from += BATCH)
    await db
      .insertInto('sessions')
      .values(
        sessions.slice(from, from + BATCH).map(({ userId, secret }) => ({
          id_hash: hashSecret(secret),
          user_id: userId,
          created_at: now - UNSEEN,
          last_seen_at: now - UNSEEN,
          user_agent: 'Mozilla/5.0',
        })),
      )
      .execute();
  // Both engines do this on their own after a while.
  await sql`analyze`.execute(db);
  return sessions.map(({ secret }, index) => ({
    cookie: `stillwater_entered=1; stillwater_session=${secret}`,
    csrfToken: tokens.issue(hashSecret(secret)),
    dropletId: droplets[index % droplets.length]?.id as number,
  }));
}

/** Returns a player's report at a pause, with a browser's headers. */
export function reportOf({ cookie, csrfToken, dropletId }: Learner): SteadyRequest {
  const position = 30_000 + Math.floor(Math.random() * 60_000);
  const report = { dropletId, position, furthest: position, seenAt: null, at: Date.now() };
  return {
    method: saveProgress.method,
    path: saveProgress.path,
    headers: { cookie, 'csrf-token': csrfToken, 'content-type': 'application/json' },
    body: JSON.stringify({ reports: [report] }),
  };
}

export async function storedReports(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('progress')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
