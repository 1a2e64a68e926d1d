import type { Selectable } from 'kysely';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import type { Tables } from '#platform/database/tables.ts';
import { instant, instantOrNull } from '#platform/text/instants.ts';
import type { PasskeyEntry } from '../../contract/passkey-schemas.ts';

export type PasskeyRow = Selectable<Tables['passkeys']>;

export const toPasskeyEntry = (row: PasskeyRow): PasskeyEntry => ({
  id: row.id,
  credentialId: row.credential_id,
  name: row.name,
  createdAt: instant(row.created_at),
  lastUsedAt: instantOrNull(row.last_used_at),
  backedUp: toBoolean(row.is_backed_up),
});

/** Lists an account's passkeys, the oldest first. */
export const passkeysOf = (db: Db, userId: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

type NewPasskey = Pick<
  PasskeyRow,
  'user_id' | 'credential_id' | 'public_key' | 'user_handle' | 'sign_count' | 'name'
> & { transports: readonly string[]; isBackedUp: boolean };

/** Inserts a passkey; undefined when its credential is already known. */
export async function insertPasskey(
  db: Db,
  { transports, isBackedUp, ...columns }: NewPasskey,
): Promise<PasskeyRow | undefined> {
  return db
    .insertInto('passkeys')
    .values({
      ...columns,
      transports: JSON.stringify(transports),
      is_backed_up: isBackedUp,
      created_at: Date.now(),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Records the use of a passkey. Returns whether its sign count was still that of `row`. If not, one of two
 * parallel responses may come from a copied key.
 */
export async function recordUse(
  db: Db,
  row: PasskeyRow,
  { signCount, isBackedUp }: { signCount: number; isBackedUp: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ sign_count: signCount, is_backed_up: isBackedUp, last_used_at: Date.now() })
    .where('id', '=', row.id)
    .where('sign_count', '=', row.sign_count)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Renames a passkey of an account. Returns it, or undefined when there is none. */
export const renamePasskey = (
  db: Db,
  userId: number,
  id: number,
  name: string,
): Promise<PasskeyRow | undefined> =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();

/** Deletes a passkey of an account. Returns it, or undefined when there is none. */
export const deletePasskey = (db: Db, userId: number, id: number): Promise<PasskeyRow | undefined> =>
  db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();

/** Deletes all passkeys of an account. */
export async function deletePasskeysOf(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}
