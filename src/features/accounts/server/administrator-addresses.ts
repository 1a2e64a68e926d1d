import type { Db } from '#platform/database/open.ts';

/** Maximum number of recipients of a mail to administrators. More accounts would be a mistake. */
const MAX_RECIPIENTS = 20;

/** Finds administrators who can sign in and have a proven address. */
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

/** Reads the proven addresses of administrators who can sign in. */
export const administratorAddresses = async (db: Db): Promise<string[]> =>
  (await reachableAdministrators(db).execute()).map(({ email }) => email);
