import { randomBytes } from 'node:crypto';
import type { Db } from './open.ts';

/** A random 256-bit secret under a name, the same for every node and every start; made at its first use. */
export async function sharedSecret(db: Db, name: string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
