import { securityEventsOfAccount } from '#features/audit-log/server/security-events/read-security-events.ts';
import type { Db } from '#platform/database/open.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import type { OwnData } from '../../contract/own-data.ts';
import type { SessionEntry } from '../../contract/schemas.ts';
import type { AccountExtension } from '../account-extension.ts';
import { passkeysOf, toPasskeyEntry } from '../passkeys/passkeys.ts';
import { countRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { factorsOf } from '../second-factor/second-factor.ts';
import { roleNow } from '../session/roles.ts';
import { type SessionRow, sessionsOf } from '../session/sessions.ts';
import { toOwner, type UserRow } from '../users.ts';

/** Maps a session to its public form. The hash is a safe id: it cannot open the session. */
export const toSessionEntry = (row: SessionRow, currentHash: string | null): SessionEntry => ({
  id: row.idHash,
  current: row.idHash === currentHash,
  createdAt: instant(row.createdAt),
  lastSeenAt: instant(row.lastSeenAt),
  userAgent: row.userAgent,
});

/**
 * Reads everything stored about an account's owner, except hashes of secrets. Includes the data of an address
 * only if the account has proven it.
 */
export async function ownData(
  db: Db,
  user: UserRow,
  currentHash: string | null,
  extensions: readonly AccountExtension[],
): Promise<OwnData> {
  const owner = toOwner(user);
  const [sessions, passkeys, links, mails, ...parts] = await Promise.all([
    sessionsOf(db, user),
    passkeysOf(db, user.id),
    linksOf(db, user.id, owner.provenEmail),
    owner.provenEmail === null ? [] : mailsTo(db, owner.provenEmail),
    ...extensions.map((extension) => extension.ownData?.(db, owner)),
  ]);
  return {
    account: toAccount(user),
    sessions: sessions.map((row) => toSessionEntry(row, currentHash)),
    passkeys: passkeys.map(toPasskeyEntry),
    secondFactor: {
      codes: (await factorsOf(db, user.id)).codes,
      recoveryCodesLeft: await countRecoveryCodes(db, user.id),
    },
    securityEvents: await securityEventsOfAccount(db, user.id),
    favorites: [],
    // Extensions replace the empty fields.
    emailSignup: null,
    letter: null,
    emailLinks: links.map((row) => ({
      purpose: row.purpose,
      email: row.email_key,
      createdAt: instant(row.created_at),
      expiresAt: instant(row.expires_at),
      usedAt: instantOrNull(row.used_at),
    })),
    mails: mails.map((row) => ({
      recipient: row.recipient,
      subject: row.subject,
      createdAt: instant(row.created_at),
      sentAt: instantOrNull(row.sent_at),
    })),
    grants: [],
    subscriptions: [],
    ...Object.assign({}, ...parts),
  };
}

const toAccount = (user: UserRow): OwnData['account'] => ({
  id: user.id,
  username: user.username,
  email: user.email,
  emailVerifiedAt: instantOrNull(user.email_verified_at),
  role: roleNow(user, Date.now()),
  createdAt: instant(user.created_at),
  hasPassword: user.password_hash !== null,
  summaryStoppedAt: instantOrNull(user.summary_stopped_at),
});

const linksOf = (db: Db, userId: number, provenEmail: string | null) =>
  db
    .selectFrom('email_tokens')
    .select(['purpose', 'email_key', 'created_at', 'expires_at', 'used_at'])
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        ...(provenEmail === null ? [] : [eb('email_key', '=', provenEmail)]),
      ]),
    )
    .orderBy('id')
    .execute();

const mailsTo = (db: Db, emailKey: string) =>
  db
    .selectFrom('mails')
    .select(['recipient', 'subject', 'created_at', 'sent_at'])
    .where((eb) => eb(eb.fn<string>('lower', ['recipient']), '=', emailKey))
    .orderBy('id')
    .execute();
