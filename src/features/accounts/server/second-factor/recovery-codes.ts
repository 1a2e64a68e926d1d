import { randomInt } from 'node:crypto';
import type { Db } from '#platform/database/open.ts';
import { hashSecret } from '#platform/http/guard/tokens.ts';

const CODES = 10;
/** Excludes letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
/** Characters of a code, in groups of four: 117 bits. From 112 on a fast hash is enough (ASVS 6.5.2). */
const LENGTH = 24;

const hashCode = (userId: number, code: string) => hashSecret(`recovery:${userId}:${code}`);
const newCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
const inGroups = (code: string) => (code.match(/.{4}/g) ?? []).join('-');

/** Replaces an account's recovery codes. Returns the new ones, of which the database has only hashes. */
export async function replaceRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await deleteRecoveryCodes(db, userId);
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashCode(userId, code), used_at: null })))
    .execute();
  return codes.map(inGroups);
}

/** Redeems a recovery code. Returns whether it was open. */
export async function redeemRecoveryCode(db: Db, userId: number, typed: string): Promise<boolean> {
  const code = typed.toUpperCase().replace(/[^A-Z\d]/g, '');
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: Date.now() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashCode(userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts the open recovery codes of an account. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function deleteRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}
