import type { AccountExtension } from '#features/accounts/server/account-extension.ts';

/** A person who is erased is not brought back by an import that waits or runs. */
export const memberImportAccountExtension: AccountExtension = {
  async onDelete(db, { provenEmail }, { forgetEmail }) {
    if (forgetEmail && provenEmail !== null)
      await db.deleteFrom('member_import_rows').where('email_key', '=', provenEmail).execute();
  },
};
