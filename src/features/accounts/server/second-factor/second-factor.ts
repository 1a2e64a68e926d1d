import type { FastifyRequest } from 'fastify';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { logSecurityEvent } from '#features/audit-log/server/security-events/log-security-event.ts';
import {
  recordEventOf,
  recordSecurityEvent,
} from '#features/audit-log/server/security-events/record-security-event.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import type { HandlerContext } from '#platform/http/serve/serve.ts';
import { GUESSES_AT_CODE } from '../../contract/second-factor-endpoints.ts';
import type { AccountExtension } from '../account-extension.ts';
import { queueLoginChanged } from '../email/account-mails.ts';
import { deletePasskeysOf } from '../passkeys/passkeys.ts';
import { type StaffFacts, staffRole } from '../session/roles.ts';
import { endSessionsOf } from '../session/sessions.ts';
import type { AccountsSetup } from '../setup.ts';
import { findUser, type UserRow } from '../users.ts';
import { countRecoveryCodes, deleteRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts';
import { redeemTotp } from './totp.ts';

/**
 * Policy on second factors of administrators and editors (docs/decisions/0031-second-factor.md). `required`:
 * needed from their second login on. `offered`: only those who have set one up need it.
 */
export type SecondFactorPolicy = 'required' | 'offered';

const CODE_NEEDED = 'Enter the code from your app, or a recovery code.';
const WRONG_CODE =
  'This code is wrong or was already used. Enter the next code of your app, or a recovery code. If no ' +
  'code of your app fits, set the clock of your phone.';
const PASSKEY_NEEDED =
  'Your account logs in with a passkey. Use your passkey instead of the password. An administrator, or ' +
  'whoever runs the site, can reset a lost one.';
const MISSING =
  'Administrators and editors need a second factor, and this account has none. An administrator can take ' +
  'the role away and give it again, for one more login; so can whoever runs the site, with: ' +
  'npm run admin -- reset-second-factor NAME';
const LAST =
  'Administrators and editors need a second factor. Add a passkey or codes from an app before you remove ' +
  'this one.';

/** Columns that decide whether an account needs a second factor, as administrators and editors do. */
type Staff = StaffFacts & Pick<UserRow, 'id'>;

interface Factors {
  codes: boolean;
  passkeys: number;
}

/** Reads which second factors an account has. */
export async function factorsOf(db: Db, userId: number): Promise<Factors> {
  const totp = await db
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const { count } = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { codes: totp !== undefined, passkeys: Number(count) };
}

const missing = () => new HttpError('second-factor-missing', MISSING);

/**
 * Checks the second factor of administrators and editors after the right password. Throws 401 when a code or
 * passkey is missing, and 403 when the account has neither and has used its single login without one. {@link
 * secondFactorExtension} uses that login when the session begins.
 */
export async function assertSecondFactor(
  setup: Pick<AccountsSetup, 'db' | 'secondFactor' | 'publicUrl'>,
  user: UserRow,
  code: string | undefined,
  { request, limits }: Pick<HandlerContext, 'request' | 'limits'>,
): Promise<void> {
  if (staffRole(user) === null) return;
  const { codes, passkeys } = await factorsOf(setup.db, user.id);
  if (codes) {
    if (!code) throw new HttpError('second-factor-required', CODE_NEEDED);
    await limits.spend(GUESSES_AT_CODE, { userId: user.id });
    if (!(await redeemCode(setup, request, user, code)))
      throw new HttpError('wrong-second-factor', WRONG_CODE, {
        issues: [{ path: 'code', message: WRONG_CODE }],
      });
  } else if (passkeys > 0) throw new HttpError('passkey-required', PASSKEY_NEEDED);
  else if (setup.secondFactor === 'required' && user.admin_login_at !== null) throw missing();
}

/** Redeems a code. Mails the owner about a recovery code, because a stranger may have found the list. */
async function redeemCode(
  { db, publicUrl }: Pick<AccountsSetup, 'db' | 'publicUrl'>,
  request: FastifyRequest,
  user: UserRow,
  code: string,
): Promise<boolean> {
  const digits = code.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) return redeemTotp(db, user.id, digits, 'confirmed');
  const isRedeemed = await db.transaction().execute(async (transaction) => {
    if (!(await redeemRecoveryCode(transaction, user.id, code))) return false;
    const left = await countRecoveryCodes(transaction, user.id);
    const change = `A recovery code was used to log in. Recovery codes left: ${left}.`;
    await queueLoginChanged(transaction, user, change, publicUrl());
    await recordEventOf(request, transaction, { userId: user.id, kind: 'recovery-code-used' });
    return true;
  });
  if (isRedeemed) logSecurityEvent(request, 'recovery-code-used', user.id);
  return isRedeemed;
}

/** Uses the single login without a second factor. Only one of parallel logins gets it. */
async function takeFirstLogin(db: Db, userId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ admin_login_at: Date.now() })
    .where('id', '=', userId)
    .where('admin_login_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Throws 409 when staff would lose the last second factor that the policy requires. Locks the account until
 * the transaction ends, so that its last two cannot be removed at the same time.
 */
export async function assertAnotherFactor(
  db: Db,
  policy: SecondFactorPolicy,
  user: Staff,
  removed: 'codes' | 'passkey',
): Promise<void> {
  if (staffRole(user) === null || policy === 'offered') return;
  await db
    .updateTable('users')
    .set((eb) => ({ admin_login_at: eb.ref('admin_login_at') }))
    .where('id', '=', user.id)
    .execute();
  const { codes, passkeys } = await factorsOf(db, user.id);
  const left = removed === 'codes' ? passkeys : passkeys - 1 + Number(codes);
  if (left < 1) throw new HttpError('last-second-factor', LAST);
}

/**
 * Refuses links of administrators and editors who need a second factor, because a mailed link is none. Uses
 * the single login with the password alone in the transaction that starts the session, so that a refused
 * login does not use it.
 */
export const secondFactorExtension = (policy: SecondFactorPolicy): AccountExtension => ({
  async needsMoreThanMail(db, userId) {
    const factors = await factorsOfStaff(db, userId);
    return factors !== null && (policy === 'required' || hasAny(factors));
  },
  async onSignIn(db, userId, _request, by) {
    if (policy !== 'required' || by !== 'password') return;
    const factors = await factorsOfStaff(db, userId);
    if (factors === null || hasAny(factors)) return;
    if (!(await takeFirstLogin(db, userId))) throw missing();
  },
});

const hasAny = ({ codes, passkeys }: Factors): boolean => codes || passkeys > 0;

/** Reads the second factors of an administrator or editor; null for members. */
async function factorsOfStaff(db: Db, userId: number): Promise<Factors | null> {
  const user = await db
    .selectFrom('users')
    .select(['role', 'editor_since'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return !user || staffRole(user) === null ? null : factorsOf(db, userId);
}

/**
 * Removes an account's second factors and sessions, and allows one login with the password alone. For the
 * command line, when an owner has lost phone and recovery codes.
 */
export async function resetSecondFactor(db: Db, userId: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set({ admin_login_at: null }).where('id', '=', userId).execute();
    await deleteTotp(transaction, userId);
    await deletePasskeysOf(transaction, userId);
    await endSessionsOf(transaction, userId);
    await recordSecurityEvent(transaction, { userId, kind: 'second-factor-reset', device: null });
    await recordChange(transaction, {
      userId: null,
      action: 'updated',
      itemType: 'account',
      itemId: String(userId),
      title: (await findUser(transaction, userId))?.username ?? '',
      details: { before: { secondFactor: 'set up' }, after: { secondFactor: 'reset' } },
    });
  });
}

/** Deletes the codes from an app and the recovery codes. */
export async function deleteTotp(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await deleteRecoveryCodes(db, userId);
}
