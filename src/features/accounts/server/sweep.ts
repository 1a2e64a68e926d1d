import type { Db } from '#platform/database/open.ts';
import { sweepTokens } from './email-tokens.ts';
import { sweepSessions } from './sessions.ts';

/** Sessions and links whose time is over; called now and then. */
export async function sweepAccounts(db: Db): Promise<void> {
  await sweepSessions(db);
  await sweepTokens(db);
}
