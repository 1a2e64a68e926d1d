import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerPages } from '#app/page-routes.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import { hashSecret } from '#platform/http/guard/tokens.ts';
import { setUpApi } from '#test/set-up-api.ts';

/* Rules that depend on the matched route: the router decodes an address, so `/%61pi` is `/api`. */

let rendered = 0;
const api = setUpApi({
  secure: true,
  pages: {
    inlineScripts: [],
    close: async () => {},
    register: async (app, publicUrl) =>
      registerPages({
        app,
        publicUrl,
        addMetadata: async (_address, { html }) => html,
        assetsOf: () => ({ entry: '', styles: [], scripts: [], fonts: [] }),
        renderer: {
          inlineScripts: [],
          isCacheablePage: () => false,
          render: async () => {
            rendered += 1;
            return { status: 200, html: '<p>a page</p>', complete: true };
          },
        },
      }),
  },
});

/** Makes a member of the secure site, whose session cookie has the prefix. */
async function aMember() {
  const member = await api.signedIn('free');
  member.cookies.set('__Host-stillwater_session', member.cookies.get('stillwater_session') ?? '');
  return member;
}

test.each(['/api/user/data', '/%61pi/user/data'])('%s must not be cached', async (path) => {
  const { status, headers } = await (await aMember()).get(path);
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(headers.vary).toContain('Cookie');
});

test.each(['/api', '/api/', '/api?x=1', '/api/nothing', '/%61pi/nothing', '/%61pi/oceans/0'])(
  '%s is an API call with a JSON response, also if a browser requests a page',
  async (path) => {
    const answer = await api.visitor().send('GET', path, undefined, { accept: 'text/html' });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'not-found' });
  },
);

test('without a database, no spelling of a call treats a member as a visitor', async () => {
  const member = await aMember();
  const { db } = api.database;
  const executeQuery = db.executeQuery.bind(db);
  // Session lookups are prepared queries.
  db.executeQuery = (async (query: CompiledQuery) => {
    if (query.sql.includes('"sessions"')) throw new DatabaseUnavailable('away', new Error('gone'));
    return executeQuery(query);
  }) as typeof db.executeQuery;
  try {
    for (const path of ['/api/csrf-token', '/%61pi/csrf-token'])
      expect((await member.get(path)).status, path).toBe(503);
  } finally {
    db.executeQuery = executeQuery;
  }
});

test('each page renews a payer’s cookie for a year, and no file does', async () => {
  const now = Date.now();
  await api.database.db
    .insertInto('subscriptions')
    .values({
      reference: 'of-a-browser',
      provider: 'sandbox',
      browser_hash: hashSecret('paid'),
      status: 'active',
      access_until: now + 60_000,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const browser = api.visitor();
  browser.cookies.set('__Host-stillwater_checkout', 'paid');
  const { headers } = await browser.get('/oceans/7');
  expect(headers['set-cookie']).toMatch(/^__Host-stillwater_checkout=paid; Max-Age=31536000;/);
  for (const path of ['/api/oceans', '/media/u/none.webp', '/assets/none.js'])
    expect((await browser.get(path)).headers['set-cookie'], path).toBeUndefined();
  browser.cookies.set('__Host-stillwater_checkout', 'not-paid');
  expect((await browser.get('/oceans/7')).headers['set-cookie']).toBeUndefined();
});

test('without a database, a payer’s browser gets pages as a visitor, and no calls', async () => {
  const browser = api.visitor();
  browser.cookies.set('__Host-stillwater_checkout', 'paid-without-an-account');
  const { db } = api.database;
  const selectFrom = db.selectFrom.bind(db);
  db.selectFrom = ((table: 'subscriptions') => {
    if (String(table) === 'subscriptions') throw new DatabaseUnavailable('away', new Error('gone'));
    return selectFrom(table);
  }) as typeof db.selectFrom;
  try {
    expect((await browser.get('/oceans/7')).status).toBe(200);
    expect((await browser.get('/api/oceans')).status).toBe(503);
  } finally {
    db.selectFrom = selectFrom;
  }
});

test('a member’s page must not be cached, and a visitor’s is revalidated', async () => {
  for (const path of ['/account', '/favorites']) {
    expect((await (await aMember()).get(path)).headers['cache-control'], path).toBe('no-store');
    expect((await api.visitor().get(path)).headers['cache-control']).toBe('private, no-cache');
  }
});

test('an unknown file of the build is 404, without rendering a page', async () => {
  rendered = 0;
  for (const path of ['/assets/old-1234.js', '/%61ssets/old.js'])
    expect((await api.visitor().get(path)).status, path).toBe(404);
  expect(rendered).toBe(0);
});

test('a logout clears the responses that the browser has stored', async () => {
  const member = await aMember();
  expect((await member.post('/api/logout', {})).headers['clear-site-data']).toBe('"cache"');
});

const PROTECTED = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

test('an address that cannot be decoded is refused with security headers', async () => {
  const { status, headers } = await api.visitor().get('/oceans/%');
  expect(status).toBe(404);
  expect(headers).toMatchObject(PROTECTED);
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect((await api.visitor().get('/')).headers).toMatchObject(PROTECTED);
});

describe('requests that the HTTP parser refuses', () => {
  let port: number;
  beforeAll(async () => {
    port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });

  /** Sends bytes on a separate connection. Returns the response's head and body. */
  async function send(bytes: string) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    const answer = await text(socket);
    const end = answer.indexOf('\r\n\r\n') + 4;
    return { head: answer.slice(0, end), body: answer.slice(end) };
  }

  test('bytes that are not a request get security headers', async () => {
    const { head, body } = await send('NOT HTTP\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    for (const [name, value] of Object.entries(PROTECTED)) expect(head).toContain(`${name}: ${value}\r\n`);
    expect(JSON.parse(body)).toMatchObject({ code: 'malformed-request' });
  });

  test('a request with two hosts or none is refused, also when the response is cached', async () => {
    const hosts = (...names: string[]) => names.map((name) => `host: ${name}\r\n`).join('');
    for (const path of ['/api/oceans', '/healthz']) {
      const rest = `${path} HTTP/1.1\r\nconnection: close\r\n`;
      for (let time = 0; time < 2; time += 1)
        expect((await send(`GET ${rest}${hosts('a.example')}\r\n`)).head).toContain('HTTP/1.1 200 OK');
      for (const names of [['a.example', 'b.example'], []]) {
        const { head, body } = await send(`GET ${rest}${hosts(...names)}\r\n`);
        expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
        for (const [name, value] of Object.entries(PROTECTED))
          expect(head).toContain(`${name}: ${value}\r\n`);
        expect(JSON.parse(body)).toMatchObject({ code: 'malformed-request' });
      }
    }
    expect((await send('GET /healthz HTTP/1.0\r\n\r\n')).head).toContain('200 OK');
  });

  test('an unknown Expect header does not change the response', async () => {
    const { head } = await send('GET /healthz HTTP/1.1\r\nhost: a\r\nexpect: b\r\nconnection: close\r\n\r\n');
    expect(head).toContain('200 OK');
    expect(head).toContain('X-Content-Type-Options: nosniff');
  });

  test('too large headers are reported, to HEAD without a body', async () => {
    const rest = ` /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`;
    const tooLarge = /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/;
    const get = await send(`GET${rest}`);
    expect(get.head).toMatch(tooLarge);
    expect(JSON.parse(get.body)).toMatchObject({ code: 'request-refused' });
    const head = await send(`HEAD${rest}`);
    expect(head.head).toMatch(tooLarge);
    expect(head.body).toBe('');
  });
});

test('an address with needless escapes is redirected to the plain one without rendering', async () => {
  const before = rendered;
  const { status, headers } = await api.visitor().get('/waves/%31?droplet=3');
  expect([status, headers.location]).toEqual([301, '/waves/1?droplet=3']);
  expect(rendered).toBe(before);
  expect((await api.visitor().get('//elsewhere.example/%61')).status).toBe(200);
});
