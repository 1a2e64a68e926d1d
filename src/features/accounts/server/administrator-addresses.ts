import type { Db } from '#platform/database/open.ts';

/** Administrators who are written to; more would be a mistake. */
const MAX_RECIPIENTS = 20;

/** Finds administrators who can sign in and have a confirmed address. */
export const reachableAdministrators = (db: Db) =>
  db
    .selectFrom('users')
    .select('id')
    .select((eb) => eb.ref('email').$notNull().as('email'))
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('email', 'is not', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('id')
    .limit(MAX_RECIPIENTS);

/** The confirmed addresses of administrators who can sign in. */
export const administratorAddresses = async (db: Db): Promise<string[]> =>
  (await reachableAdministrators(db).execute()).map(({ email }) => email);
