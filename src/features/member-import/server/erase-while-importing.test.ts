import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { untilBlocked } from '#test/database/until-blocked.ts';
import { exported, ImportSite, row } from '#test/ghost-members/member-import-fixture.ts';

/* Persons erased during an import. SQLite has one writer, so the test needs PostgreSQL. */

const choices = {
  accessUntil: new Date(Date.now() + 365 * 24 * 60 * 60_000).toISOString(),
  isInviting: true,
};

describe.runIf(process.env.TEST_ENGINE === 'postgres')('somebody who is erased at this moment', () => {
  let site: ImportSite;
  beforeAll(async () => {
    site = await ImportSite.start();
  });
  afterAll(() => site.api.stop());
  beforeEach(() => site.empty());

  test('does not come back', async () => {
    await site.imported(exported(row(1)));
    const { id } = await site.checked(exported(row(1, { comped: 'true' }), row(2)));
    await site.run(id, choices);
    const [signup] = await site.signups();
    const both: Promise<unknown>[] = [];
    await site.db.transaction().execute(async (other) => {
      // A concurrent change of the sign-up delays the erasure, so that it has begun when the import starts.
      await other.updateTable('email_signups').set({ has_access: true }).execute();
      both.push(site.ada.delete(`/api/email-signups/${signup?.id}`));
      await untilBlocked(site.db);
      both.push(site.work());
      await untilBlocked(site.db, 2);
    });
    expect(await Promise.all(both)).toMatchObject([{ status: 204 }, undefined]);
    expect((await site.signups()).map(({ email_key }) => email_key)).toEqual(['m2@example.org']);
    expect([await site.grants(), await site.count('mails')]).toEqual([[], 1]);
  });

  test('is erased, and the import goes on: neither waits for the other', async () => {
    const { user } = await site.api.signedIn('free', { username: 'm1', email: 'm1@example.org' });
    await site.db.updateTable('users').set({ email_verified_at: 1 }).where('id', '=', user.id).execute();
    const { id } = await site.checked(exported(row(1, { comped: 'true' }), row(2)));
    await site.run(id, choices);
    const confirmation = { confirmation: 'm1@example.org', lastChange: 0 };
    const both: Promise<unknown>[] = [];
    await site.db.transaction().execute(async (other) => {
      // A concurrent change of the account makes both wait for it.
      await other.updateTable('users').set({ role: 'free' }).where('id', '=', user.id).execute();
      both.push(site.ada.delete(`/api/people/account/${user.id}`, confirmation));
      await untilBlocked(site.db);
      both.push(site.work());
      await untilBlocked(site.db, 2);
    });
    const [erased] = await Promise.all(both);
    expect(erased).toMatchObject({ status: 204 });
    expect(await site.find(id)).toMatchObject({ state: 'done', added: 1, granted: 0 });
  });
});
