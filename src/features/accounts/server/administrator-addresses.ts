import type { Db } from '#platform/database/open.ts';

/** Administrators who are written to; more would be a mistake. */
const MAX_RECIPIENTS = 20;

/** The confirmed addresses of administrators who can sign in. */
export async function administratorAddresses(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('email', 'is not', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('id')
    .limit(MAX_RECIPIENTS)
    .execute();
  return rows.flatMap(({ email }) => email ?? []);
}
