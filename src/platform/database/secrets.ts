import { randomBytes } from 'node:crypto';
import type { Db } from './open.ts';

/**
 * The newest key of a name, which makes new values, and the previous one, whose values are still accepted.
 */
export type SharedKeys = readonly [newest: string, before?: string];

/** Names of the keys that the program generates. All nodes share them. */
const KEY_NAMES = ['csrf', 'entry', 'device', 'letter'] as const;
type KeyName = (typeof KEY_NAMES)[number];

const newKey = () => randomBytes(32).toString('base64url');

/** Returns the name of the row with the previous key. */
const before = (name: KeyName) => `${name}.before`;

/** Returns the 256-bit keys of a name. Generates one on first use. */
export async function sharedKeys(db: Db, name: KeyName): Promise<SharedKeys> {
  await db
    .insertInto('secrets')
    .values({ name, value: newKey() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const rows = await db
    .selectFrom('secrets')
    .select(['name', 'value'])
    .where('name', 'in', [name, before(name)])
    .execute();
  const keyOf = (row: string) => rows.find((one) => one.name === row)?.value;
  const old = keyOf(before(name));
  const newest = keyOf(name) as string;
  return old === undefined ? [newest] : [newest, old];
}

/**
 * Makes a new key of every name. The old one is accepted until the next rotation. Nodes read the keys when
 * they start.
 */
export async function rotateKeys(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const name of KEY_NAMES) {
      const [newest] = await sharedKeys(transaction, name);
      await transaction
        .insertInto('secrets')
        .values({ name: before(name), value: newest })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: newest }))
        .execute();
      await transaction.updateTable('secrets').set({ value: newKey() }).where('name', '=', name).execute();
    }
  });
}
