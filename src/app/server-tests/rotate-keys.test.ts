import { afterAll, expect, test, vi } from 'vitest';
import { GUESSES_AT_ACCOUNT } from '#features/accounts/contract/rate-limits.ts';
import { endAllSessions } from '#features/accounts/server/session/end-all-sessions.ts';
import type { Database } from '#platform/database/open.ts';
import { rotateKeys } from '#platform/database/secrets.ts';
import { GOOD_PASSWORD, lastMailTo, registered, someone } from '#test/account-fixture.ts';
import { countStatements } from '#test/database/statements.ts';
import { openSharedDatabase } from '#test/database/test-database.ts';
import { startTestApi, type TestApi, type TestClient } from '#test/test-api.ts';

/* Visible effects of key rotation: none after the first one, few after the second. */

const shared = await openSharedDatabase(4);
const databases: Database[] = [...shared.opened];
const nodes: TestApi[] = [];

/** Starts a node, which reads the current keys. */
async function newNode(): Promise<TestApi> {
  const node = await startTestApi({ database: databases.pop() as Database });
  nodes.push(node);
  return node;
}
afterAll(async () => {
  for (const node of nodes) await node.stop();
  for (const database of databases) await database.close();
  await shared.remove();
});

/** Makes a visitor who signed up and whose access was revoked. */
async function revoked(node: TestApi): Promise<TestClient> {
  const visitor = someone(node);
  await visitor.send('POST', '/api/email-signup', { email: 'revoked@example.org' });
  const admin = await node.signedIn('admin');
  const { body } = await admin.get('/api/email-signups?search=revoked');
  expect((await admin.patch(`/api/email-signups/${body[0].id}`, { hasAccess: false })).status).toBe(200);
  return visitor;
}

test('a key’s old values are accepted until the next rotation, and sessions continue', async () => {
  const before = await newNode();
  const { db } = before.database;
  const { client, username } = await registered(before);
  const { csrfToken } = (await client.get('/api/csrf-token')).body;
  const withdrawn = await revoked(before);

  /**
   * Returns statuses: a change with the old token, a login on the known device, a page for the revoked
   * browser.
   */
  async function seen(node: TestApi) {
    const token = { 'csrf-token': csrfToken };
    const preferences = { speed: 1, muted: false, captions: true };
    const { status } = await client.at(node).send('PUT', '/api/player-preferences', preferences, token);
    await db
      .insertInto('rate_limits')
      .values({
        key: `login:account:${username}`,
        count: GUESSES_AT_ACCOUNT.max,
        resets_at: Date.now() + 600_000,
      })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: GUESSES_AT_ACCOUNT.max }))
      .execute();
    const device = someone(node);
    device.cookies.set('stillwater_device', client.cookies.get('stillwater_device') ?? '');
    const login = await device.send('POST', '/api/login', { username, password: GOOD_PASSWORD });
    return {
      token: status,
      device: login.status,
      revoked: (await withdrawn.at(node).get('/api/oceans')).status,
      session: (await client.at(node).get('/api/user')).status,
    };
  }
  expect(await seen(before)).toEqual({ token: 204, device: 200, revoked: 403, session: 200 });

  await rotateKeys(db);
  expect(await seen(await newNode())).toEqual({ token: 204, device: 200, revoked: 403, session: 200 });
  // Nodes that were not restarted still use the old keys.
  expect(await seen(before)).toEqual({ token: 204, device: 200, revoked: 403, session: 200 });

  await rotateKeys(db);
  const latest = await newNode();
  // The page fetches a new token automatically. The device is unknown until its next login. The revoked
  // browser counts as one without an address.
  expect(await seen(latest)).toEqual({ token: 403, device: 429, revoked: 200, session: 200 });
  expect(
    (await client.at(latest).put('/api/player-preferences', { speed: 1, muted: false, captions: true }))
      .status,
  ).toBe(204);
});

test('ending all sessions reads accounts in batches, and misses none', async () => {
  const node = nodes[0] ?? (await newNode());
  const { database } = node;
  await database.db.deleteFrom('sessions').execute();
  const people = [];
  for (let n = 0; n < 5; n += 1) people.push((await registered(node)).user.id);
  const counted = countStatements(database);
  expect(await endAllSessions(database.db, 2)).toBe(5);
  // Mailed links, then three parts and the end.
  expect(counted.stop()).toBe(5);
  expect(await database.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  const rows = await database.db
    .selectFrom('security_events')
    .select('user_id')
    .where('kind', '=', 'sessions-ended')
    .where('user_id', 'in', people)
    .orderBy('user_id')
    .execute();
  expect(rows.map(({ user_id }) => user_id)).toEqual(people);
});

test('a session that begins after its account’s sessions were ended continues', async () => {
  const node = nodes[0] ?? (await newNode());
  const { db } = node.database;
  await db.deleteFrom('sessions').execute();
  const [first] = [await registered(node), await registered(node)];
  const login = { username: first.username, password: GOOD_PASSWORD };
  const begin = db.transaction.bind(db);
  let parts = 0;
  const execute = async (work: Parameters<ReturnType<typeof begin>['execute']>[0]) => {
    parts += 1;
    if (parts === 2) await someone(node).send('POST', '/api/login', login);
    return begin().execute(work);
  };
  const spy = vi.spyOn(db, 'transaction').mockImplementation(() => ({ execute }) as never);
  expect(await endAllSessions(db, 1)).toBe(2);
  spy.mockRestore();
  const rows = await db.selectFrom('sessions').select('user_id').execute();
  expect(rows).toEqual([{ user_id: first.user.id }]);
});

test('ending all sessions logs everybody out and ends mailed links', async () => {
  const node = nodes[0] ?? (await newNode());
  const { client, user, email } = await registered(node);
  await someone(node).send('POST', '/api/password/forgot', { email });
  const { token } = await lastMailTo(node, email);
  expect((await client.get('/api/user')).status).toBe(200);
  expect(await endAllSessions(node.database.db)).toBeGreaterThan(0);
  expect((await client.get('/api/user')).status).toBe(401);
  const events = await node.database.db
    .selectFrom('security_events')
    .select(['detail', 'device'])
    .where('user_id', '=', user.id)
    .where('kind', '=', 'sessions-ended')
    .execute();
  expect(events).toEqual([{ detail: 'site', device: null }]);
  const reset = { token, password: 'Another-Harbour-5' };
  expect((await someone(node).send('POST', '/api/password/reset', reset)).status).toBe(410);
});
