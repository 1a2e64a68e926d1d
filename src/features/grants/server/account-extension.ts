import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import { adoptGrants } from './grant-access.ts';
import { grantsOf } from './read-grants.ts';

/**
 * Moves grants that wait for an address to the account that verifies it, and adds them to the owner's copy of
 * their data.
 */
export const grantsAccountExtension: AccountExtension = {
  onSignIn: (db, userId) => adoptGrants(db, userId),
  onEmailProven: (db, userId) => adoptGrants(db, userId),
  ownData: async (db, { id }) => ({
    grants: (await grantsOf(db, { userId: id }, Number.MAX_SAFE_INTEGER)).map(
      ({ startsAt, endsAt, reason, source, withdrawnAt }) => ({
        ...{ startsAt, endsAt, reason, source, withdrawnAt },
      }),
    ),
  }),
};
