import type { Selectable } from 'kysely';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { grantAccess } from '#features/grants/server/grant-access.ts';
import { NO_END } from '#features/grants/server/granted-until.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { HttpError, notSignedIn } from '#platform/http/serve/errors.ts';
import { addMonths } from '#platform/text/add-months.ts';
import { instant } from '#platform/text/instants.ts';
import { normalizeCode } from '../shared/gift-code.ts';

type CodeRow = Selectable<Tables['gift_codes']>;

const ASK = 'Ask whoever gave it to you for another one.';
const unknown = () =>
  new HttpError('gift-unknown', 'This code does not exist. Look at each letter again; case does not matter.');
const redeemed = () =>
  new HttpError('gift-redeemed', 'You have redeemed this code already. What it opens is open for you.');
const redeemedAndOver = () =>
  new HttpError('gift-redeemed', 'You have redeemed this code already, and its time is over.');
const usedUp = () => new HttpError('gift-used-up', `This code is used up. ${ASK}`);
const withdrawn = () => new HttpError('gift-ended', `This code was withdrawn. ${ASK}`);
/** Error of an expired code, without its day, which in UTC may differ from the last day in the invitation. */
const ended = () => new HttpError('gift-ended', `This code has ended. ${ASK}`);
const needless = () =>
  new HttpError(
    'gift-needless',
    'Everything is open for you without end. The code is not used: you can pass it on.',
  );

/** Access that a redeemed code gives. `until` in epoch ms. */
interface Redeemed {
  months: number;
  until: number;
  isAdded: boolean;
}

/**
 * Redeems a code for an account: a grant for its months, from now or from the end of the present grants. Each
 * use is counted once, even among simultaneous calls. Throws 401, 404, 409 and 410.
 */
export async function redeemGiftCode(db: Db, userId: number, typed: string): Promise<Redeemed> {
  const found = await db
    .selectFrom('gift_codes')
    .selectAll()
    .where('code_key', '=', normalizeCode(typed))
    .executeTakeFirst();
  if (!found) throw unknown();
  return db.transaction().execute(async (transaction) => {
    const now = Date.now();
    const granted = await lockGrants(transaction, userId, now);
    const own = await transaction
      .selectFrom('gift_redemptions')
      .leftJoin('access_grants as grant', 'grant.id', 'gift_redemptions.grant_id')
      .select(['grant.ends_at', 'grant.withdrawn_at'])
      .where('code_id', '=', found.id)
      .where('gift_redemptions.user_id', '=', userId)
      .executeTakeFirst();
    if (own) throw own.withdrawn_at === null && (own.ends_at ?? 0) > now ? redeemed() : redeemedAndOver();
    if (granted === NO_END) throw needless();
    await spendUse(transaction, found, now);
    const until = addMonths(granted ?? now, found.months);
    const grantId = await grantAccess(transaction, {
      to: { userId },
      endsAt: until,
      reason: `Gift code ${found.code}`,
      source: 'code',
      grantedBy: found.created_by,
    });
    await transaction
      .insertInto('gift_redemptions')
      .values({ code_id: found.id, user_id: userId, grant_id: grantId, redeemed_at: now })
      .execute();
    await recordRedemption(transaction, found, userId, until);
    return { months: found.months, until, isAdded: granted !== null };
  });
}

/**
 * Returns the end of an account's grants in epoch ms; null without one in the future. Locks the account's
 * row, so that the months of two simultaneous codes add up.
 */
async function lockGrants(db: Db, userId: number, now: number): Promise<number | null> {
  const user = await db
    .updateTable('users')
    .set((eb) => ({ granted_until: eb.ref('granted_until') }))
    .where('id', '=', userId)
    .returning(['granted_until', 'role'])
    .executeTakeFirstOrThrow(() => notSignedIn());
  if (user.role === 'admin') return NO_END;
  return user.granted_until !== null && user.granted_until > now ? user.granted_until : null;
}

/** Consumes one use. A single statement decides, so that a code cannot exceed its uses. */
async function spendUse(db: Db, code: CodeRow, now: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('gift_codes')
    .set((eb) => ({ used: eb('used', '+', 1) }))
    .where('id', '=', code.id)
    .where('withdrawn_at', 'is', null)
    .where('ends_at', '>', now)
    .whereRef('used', '<', 'uses')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const { withdrawn_at } = await db
    .selectFrom('gift_codes')
    .select('withdrawn_at')
    .where('id', '=', code.id)
    .executeTakeFirstOrThrow();
  if (withdrawn_at !== null) throw withdrawn();
  throw code.ends_at <= now ? ended() : usedUp();
}

async function recordRedemption(db: Db, code: CodeRow, userId: number, until: number): Promise<void> {
  const { username } = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await recordChange(db, {
    userId,
    action: 'granted',
    itemType: 'account',
    itemId: String(userId),
    title: username,
    details: { done: 'code-redeemed', giftCode: code.id, until: instant(until) },
  });
}
