import { sweepSecurityEvents } from '#features/audit-log/server/security-events/record-security-event.ts';
import type { Db } from '#platform/database/open.ts';
import { sweepTokens } from './email/email-tokens.ts';
import { mendAccountTimes } from './mend-times.ts';
import { sweepChallenges } from './passkeys/challenges.ts';
import { sweepSessions } from './session/sessions.ts';

/** Deletions of expired sessions, links and challenges and of old security events, by name for the log. */
export const ACCOUNT_SWEEPS = {
  'times of sessions and links': mendAccountTimes,
  sessions: sweepSessions,
  'mailed links': sweepTokens,
  challenges: sweepChallenges,
  'security events': sweepSecurityEvents,
} satisfies Record<string, (db: Db) => Promise<void>>;
