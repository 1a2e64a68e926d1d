import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exported, fixture, ImportSite, row } from '#test/ghost-members/member-import-fixture.ts';
import type { MemberImport } from '../contract/schemas.ts';
import { sweepMemberImports } from './queries.ts';

/* The check of a list of members, which has no other effect. The files are Ghost's own fixtures. */

let site: ImportSite;
beforeAll(async () => {
  site = await ImportSite.start();
});
afterAll(() => site.api.stop());
beforeEach(() => site.empty());

test.each([
  ['valid-members-import.csv', { members: 2, fresh: 2, withPlan: 0, refused: 0 }],
  ['valid-members-defaults.csv', { members: 2, fresh: 2, withPlan: 0, refused: 0 }],
  ['valid-members-labels.csv', { members: 2, fresh: 2, withPlan: 0, refused: 0 }],
  ['members-formula-like-values.csv', { members: 2, fresh: 2, withPlan: 0, refused: 0 }],
  ['members-newsletters-step1.csv', { members: 3, fresh: 3, withPlan: 0, refused: 0 }],
  ['members-ragged-row.csv', { members: 2, fresh: 2, withPlan: 0, refused: 0 }],
  ['members-future-created-at.csv', { members: 1, fresh: 1, withPlan: 0, refused: 0 }],
  ['members-gift-with-comp.csv', { members: 1, fresh: 1, withPlan: 1, refused: 0 }],
  ['members-gift-with-tier.csv', { members: 1, fresh: 1, withPlan: 1, refused: 0 }],
  ['members-invalid-tier.csv', { members: 1, fresh: 1, withPlan: 1, refused: 0 }],
  [
    'members-duplicate-emails.csv',
    {
      ...{ members: 1, fresh: 1, refused: 1 },
      problems: [{ line: 3, message: 'This address is in an earlier line too' }],
    },
  ],
  [
    'members-duplicate-mapping.csv',
    { members: 0, refused: 1, problems: [{ line: 2, message: 'There is no address' }] },
  ],
  [
    'members-invalid-values.csv',
    {
      ...{ members: 1, fresh: 1, withPlan: 0, refused: 2 },
      problems: [3, 4].map((line) => ({ line, message: 'The address is not a valid email address' })),
    },
  ],
])('the check of %s changes nothing and counts its members', async (name, expected) => {
  expect(await site.checked(await fixture(name))).toMatchObject({ state: 'checked', ...expected });
  expect(await site.signups()).toEqual([]);
});

test.each([
  ['members-headers-only.csv', 'This file has a heading and no members.'],
  ['members-with-mappings.csv', /no column “email”/],
])('%s is refused with its reason', async (name, message) => {
  const { status, body } = await site.check(await fixture(name));
  expect([status, body.code]).toEqual([400, 'file-refused']);
  expect(body.message).toMatch(message);
  expect((await site.ada.get('/api/member-imports')).body).toEqual([]);
});

test.each<[string, Buffer, number, RegExp]>([
  ['an empty file', Buffer.from(''), 400, /empty/],
  ['a picture of 5 MB', Buffer.alloc(5 * 1024 * 1024, 0xff), 400, /not in UTF-8/],
  ['5 MB of another text', Buffer.from('Dear Ada, how are you?\n'.repeat(230_000)), 400, /no column “email”/],
  ['5 MB of JSON', Buffer.from('{"a":1}\n'.repeat(655_360)), 400, /cannot be read.*line 1/],
  ['a quote that never ends', Buffer.from(`email\na@example.org\n"${'x'.repeat(5_000_000)}`), 400, /line 3/],
  ['a table that breaks in the middle', Buffer.from('email\na@example.org\n\u0000\n'), 400, /not in UTF-8/],
  ['a file over the limit', Buffer.alloc(64 * 1024 * 1024 + 1, 'email\n'), 413, /64 MB/],
])('%s is refused clearly and leaves nothing behind', async (_, content, status, message) => {
  const answer = await site.check(content);
  expect(answer.status).toBe(status);
  expect(answer.body.message).toMatch(message);
  expect(await site.count('member_import_rows')).toBe(0);
  expect((await site.ada.get('/api/member-imports')).body).toEqual([]);
});

test('lines are refused for their reason, and the others are imported', async () => {
  const content = exported(
    row(1),
    row(2).replace('2024-03-03T08:00:00.000Z', '03/04/2024'),
    row(3).replace('2024-03-04T08:00:00.000Z', '2024-02-30'),
    row(4).replace(',,a label', ',2025-01-01T00:00:00.000Z,a label'),
    row(5).replace('m5@example.org', ''),
    row(6).replace('m6@example.org', ' M1@Example.org '),
    row(7).replace('2024-03-08T08:00:00.000Z', '2024-03-08 08:00:00'),
  );
  const { id, problems } = await site.checked(content);
  expect(problems).toEqual([
    { line: 3, message: 'The date in “created_at” is not written as 2026-11-29' },
    { line: 4, message: 'The date in “created_at” is not written as 2026-11-29' },
    { line: 5, message: 'This member was deleted in Ghost' },
    { line: 6, message: 'There is no address' },
    { line: 7, message: 'This address is in an earlier line too' },
  ]);
  await site.run(id);
  await site.work();
  expect((await site.signups()).map(({ email_key, created_at }) => [email_key, created_at])).toEqual([
    ['m1@example.org', Date.parse('2024-03-02T08:00:00Z')],
    ['m7@example.org', Date.parse('2024-03-08T08:00:00Z')],
  ]);
});

test('persons of another site keep day and access; revoked ones are refused', async () => {
  const people = [
    'name,email,emailProven,role,state,since,lastSeenAt,paidUntil,grantedUntil',
    'ada,,false,admin,staff,2024-03-01T08:00:00.000Z,,,',
    'sol,sol@example.org,true,free,granted,2024-03-02T08:00:00.000Z,,,2999-01-01T00:00:00.000Z',
    'kit,kit@example.org,true,free,granted,2024-03-03T08:00:00.000Z,,,without end',
    'ines,ines@example.org,true,free,free,2024-03-04T08:00:00.000Z,,2024-04-04T08:00:00.000Z,',
    'ugo,ugo@example.org,true,free,revoked,2024-03-05T08:00:00.000Z,,,',
  ];
  const { id, ...check } = await site.checked(people.join('\r\n'));
  expect(check).toMatchObject({ members: 3, withPlan: 2, refused: 2 });
  expect(check.problems).toEqual([
    { line: 2, message: 'There is no address' },
    { line: 6, message: 'The access of this person was revoked' },
  ]);
  await site.run(id);
  await site.work();
  const signups = [
    'email,createdAt,source,access',
    'mo@example.org,2024-03-06T08:00:00.000Z,landing,Has Access',
    'li@example.org,2024-03-07T08:00:00.000Z,landing,Access Revoked',
  ];
  const second = await site.checked(signups.join('\r\n'));
  expect(second).toMatchObject({ members: 1, refused: 1 });
  await site.run(second.id);
  await site.work();
  expect((await site.signups()).map(({ email_key, created_at }) => [email_key, created_at])).toEqual([
    ['ines@example.org', Date.parse('2024-03-04T08:00:00Z')],
    ['kit@example.org', Date.parse('2024-03-03T08:00:00Z')],
    ['mo@example.org', Date.parse('2024-03-06T08:00:00Z')],
    ['sol@example.org', Date.parse('2024-03-02T08:00:00Z')],
  ]);
});

test('a checked file can be discarded, a running one cannot, and an old one is swept', async () => {
  const { id } = await site.checked(exported(row(1)));
  expect((await site.ada.delete(`/api/member-imports/${id}`)).status).toBe(204);
  expect((await site.run(id)).body.message).toBe('This file is not stored any more. Choose it again.');
  expect((await site.ada.delete(`/api/member-imports/${id}`)).status).toBe(404);
  const running = await site.checked(exported(row(1)));
  await site.run(running.id);
  expect((await site.ada.delete(`/api/member-imports/${running.id}`)).status).toBe(409);
  const old = await site.checked(exported(row(2)));
  await site.db.updateTable('member_imports').set({ created_at: 1 }).execute();
  await sweepMemberImports(site.db);
  const left = (await site.ada.get('/api/member-imports')).body.map((entry: MemberImport) => entry.id);
  expect([left, await site.count('member_import_rows')]).toEqual([[running.id], 1]);
  expect((await site.run(old.id)).status).toBe(404);
});

test('while a large file is checked and imported, others are answered', async () => {
  const content = exported(...Array.from({ length: 5_000 }, (_, n) => row(n)));
  const visitor = site.api.visitor();
  async function answeredDuring<T>(work: Promise<T>): Promise<[T, number]> {
    let isOver = false;
    let answered = 0;
    const done = work.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      expect((await visitor.get('/api/settings')).status).toBe(200);
      answered += 1;
      // A single injected request never yields to the event loop.
      await nextTurn();
    }
    return [await done, answered];
  }
  const [{ id, members }, duringCheck] = await answeredDuring(site.checked(content));
  await site.run(id);
  const [, duringImport] = await answeredDuring(site.work());
  expect([members, (await site.signups()).length]).toEqual([5_000, 5_000]);
  expect(Math.min(duringCheck, duringImport)).toBeGreaterThan(5);
});
