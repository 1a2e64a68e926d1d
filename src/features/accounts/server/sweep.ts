import { sweepSecurityEvents } from '#features/audit-log/server/security-events/record-security-event.ts';
import type { Db } from '#platform/database/open.ts';
import { sweepTokens } from './email/email-tokens.ts';
import { sweepChallenges } from './passkeys/challenges.ts';
import { sweepSessions } from './session/sessions.ts';

/** Deletes expired sessions, links and challenges, and old security events. */
export async function sweepAccounts(db: Db): Promise<void> {
  await sweepSessions(db);
  await sweepTokens(db);
  await sweepChallenges(db);
  await sweepSecurityEvents(db);
}
