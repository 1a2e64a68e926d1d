import { beforeEach, expect, test } from 'vitest';
import { DAY, MINUTE } from '#platform/text/time-units.ts';
import { setUpEachApi } from '#test/set-up-api.ts';
import type { Problem } from '../../contract/schemas.ts';
import { problem } from '../health-check.ts';
import { alertAdministrators } from './alert-administrators.ts';

/* Mails about serious problems: one for each, once. */

const SITE = 'https://calm.example';
const START = Date.UTC(2026, 10, 25, 8);

const api = setUpEachApi();
beforeEach(async () => {
  await api.signedIn('admin', { username: 'ada', email: 'ada@example.org' });
  await verify();
});

const db = () => api.database.db;
const verify = () => db().updateTable('users').set({ email_verified_at: 1 }).execute();
const serious = (name: string): Problem =>
  problem({
    ...{ name, about: 'disk', level: 'serious', title: `Disk: ${name}` },
    ...{ meaning: 'Uploads fail <soon>.', advice: 'Make it larger.' },
  });
const look = (minutes: number, ...problems: Problem[]) =>
  alertAdministrators(db(), problems, SITE, START + minutes * MINUTE);
const mails = () => db().selectFrom('mails').selectAll().orderBy('id').execute();

test('a serious problem that lasts is mailed once, with what to do and where', async () => {
  expect(await look(0, serious('full'))).toBe(0);
  expect(await look(5, serious('full'))).toBe(1);
  const [mail] = await mails();
  expect(mail).toMatchObject({ recipient: 'ada@example.org', subject: 'Stillwater needs you: Disk: full' });
  expect(mail?.text).toContain('Uploads fail <soon>.');
  expect(mail?.text).toContain(`${SITE}/admin/health`);
  expect(mail?.text).toContain('Make it larger.');
  expect(mail?.html).toContain('Uploads fail &#60;soon&#62;.');
  // A week later it still counts as the same problem.
  for (let minutes = 10; minutes < 7 * 24 * 60; minutes += 55) await look(minutes, serious('full'));
  expect(await mails()).toHaveLength(1);
});

test('of two problems at once, each is mailed', async () => {
  await look(0, serious('full'), serious('read-only'));
  expect(await look(5, serious('full'), serious('read-only'))).toBe(2);
});

test('a problem that lasts until an administrator can be reached is mailed then', async () => {
  await db().updateTable('users').set({ email_verified_at: null }).execute();
  await look(0, serious('full'));
  expect(await look(5, serious('full'))).toBe(0);
  await verify();
  expect(await look(10, serious('full'))).toBe(1);
});

test('of a problem that lists cases, such as disputes, each new case is mailed', async () => {
  const disputes = (...ids: number[]): Problem => ({
    ...serious('payments-dispute'),
    warnings: ids.map((id) => ({
      ...{ kind: 'dispute', id, at: '2026-11-25T08:00:00.000Z', about: 'x' },
      ...{ amount: null, details: '', subscriptionId: null },
    })),
  });
  await look(0, disputes(1, 2));
  expect(await look(5, disputes(1, 2))).toBe(1);
  await look(10, disputes(3, 1, 2));
  expect(await look(15, disputes(3, 1, 2))).toBe(1);
  expect(await look(20, disputes(1))).toBe(0);
  expect(await mails()).toHaveLength(2);
});

test('a problem that comes back within a day is not mailed again, and after a day it is', async () => {
  await look(0, serious('full'));
  await look(5, serious('full'));
  await look(10);
  await look(600, serious('full'));
  await look(605, serious('full'));
  expect(await mails()).toHaveLength(1);
  const later = 605 + (2 * DAY) / MINUTE;
  await look(later);
  await look(later + 5, serious('full'));
  expect(await mails()).toHaveLength(1);
  await look(later + 10, serious('full'));
  expect(await mails()).toHaveLength(2);
});

test('a problem of one look, and advice, wake nobody', async () => {
  await look(0, serious('blink'));
  await look(30, serious('blink'));
  await look(60, serious('blink'));
  const advice = { ...serious('late'), level: 'advice' as const };
  await look(65, advice);
  await look(70, advice);
  expect(await mails()).toEqual([]);
});

test('nothing is queued while mail itself fails; problems that last are mailed after', async () => {
  const failing = serious('mail-waiting');
  await look(0, failing, serious('full'));
  await look(5, failing, serious('full'));
  await look(10, failing, serious('full'));
  expect(await mails()).toEqual([]);
  await look(15, serious('full'));
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Stillwater needs you: Disk: full']);
});

test('two nodes at the same moment queue one mail for each administrator', async () => {
  await api.signedIn('admin', { username: 'bea', email: 'bea@example.org' });
  await api.signedIn('free', { username: 'cai', email: 'cai@example.org' });
  await verify();
  await api.signedIn('admin', { username: 'dot', email: 'unconfirmed@example.org' });
  await look(0, serious('full'));
  await Promise.all([look(5, serious('full')), look(5, serious('full'))]);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(['ada@example.org', 'bea@example.org']);
});
