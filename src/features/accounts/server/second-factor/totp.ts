import { Secret, TOTP } from 'otpauth';
import type { Db } from '#platform/database/open.ts';

/** In seconds, from RFC 6238, section 5.2. Apps know no other value. */
const PERIOD = 30;
/** Clocks of phones may be off by this many steps, as RFC 6238, section 5.2 suggests. */
const WINDOW = 1;

/** The 160 bits that RFC 4226, section 4 recommends. */
const SECRET_BYTES = 20;

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    period: PERIOD,
    digits: 6,
    algorithm: 'SHA1',
  });

/**
 * Stores a new secret, which no code has confirmed yet, in place of an unconfirmed one. Returns null when
 * codes are on. A single statement, because another tab may confirm its secret at the same time.
 */
export async function startTotp(
  db: Db,
  user: { id: number; username: string },
  issuer: string,
): Promise<{ secret: string; uri: string } | null> {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const row = { secret, created_at: Date.now(), confirmed_at: null, last_step: null };
  const stored = await db
    .insertInto('totp_secrets')
    .values({ user_id: user.id, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('totp_secrets.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return stored ? { secret, uri: totpOf(secret, user.username, issuer).toString() } : null;
}

/** Redeems a code of an account's app. A `new` secret waits for its first code. */
export async function redeemTotp(
  db: Db,
  userId: number,
  code: string,
  secret: 'new' | 'confirmed',
): Promise<boolean> {
  const state = secret === 'new' ? 'is' : 'is not';
  const row = await db
    .selectFrom('totp_secrets')
    .select(['secret', 'last_step'])
    .where('user_id', '=', userId)
    .where('confirmed_at', state, null)
    .executeTakeFirst();
  if (!row) return false;
  const now = Date.now();
  const delta = totpOf(row.secret).validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(now / 1000 / PERIOD) + delta;
  // A single statement checks and records the step, so that no code works twice, on any node, and that only
  // one first code gets recovery codes.
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ last_step: step, ...(secret === 'new' ? { confirmed_at: now } : {}) })
    .where('user_id', '=', userId)
    .where('secret', '=', row.secret)
    .where('confirmed_at', state, null)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
