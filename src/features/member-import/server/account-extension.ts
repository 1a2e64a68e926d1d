import type { AccountExtension } from '#features/accounts/server/account-extension.ts';

/** Prevents a waiting or running import from adding an erased person again. */
export const memberImportAccountExtension: AccountExtension = {
  async onDelete(db, { provenEmail }, { forgetEmail }) {
    if (forgetEmail && provenEmail !== null)
      await db.deleteFrom('member_import_rows').where('email_key', '=', provenEmail).execute();
  },
};
