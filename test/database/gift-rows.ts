import type { Db } from '#platform/database/open.ts';

/* Rows of gift codes and imported members. */

const AT = Date.UTC(2026, 0, 1);

export async function addGift(db: Db): Promise<void> {
  const { id } = await db
    .insertInto('gift_codes')
    .values({
      ...{ code: 'A-2222-2222', code_key: 'A22222222', request_key: '静か', months: 3, uses: 2 },
      ...{ used: 1, ends_at: AT, invited: 0, created_by: null, created_at: AT },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('gift_redemptions')
    .values({ code_id: id, user_id: null, grant_id: null, redeemed_at: AT })
    .execute();
}

export async function addMemberImport(db: Db): Promise<void> {
  const { id } = await db
    .insertInto('member_imports')
    .values({ file_name: 'Größe.csv', state: 'running', created_at: AT, problems: '[]', is_inviting: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const member = { import_id: id, joined_at: null, has_plan: true };
  const emails = ['Größe@example.org', 'a_b%@example.org'];
  await db
    .insertInto('member_import_rows')
    .values(emails.map((email, line) => ({ ...member, line, email, email_key: email.toLowerCase() })))
    .execute();
}
