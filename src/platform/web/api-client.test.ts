import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Call } from '#platform/http/contract/call.ts';
import { type Api, makeApi } from './api-client.ts';
import { ApiError, failureText, hasCode, NETWORK_ERROR } from './api-error.ts';

/** Calls any endpoint, without its types. */
// biome-ignore lint/suspicious/noExplicitAny: a platform test knows no feature's contract
type AnyApi = (call: Call, input?: any) => Promise<unknown>;

const get = (path: Call['path']) => ({ method: 'GET', path, access: 'anyone' }) as const;
const post = (path: Call['path']) => ({ method: 'POST', path, access: 'anyone' }) as const;
const login = { ...post('/api/login'), tokenless: true, changesSession: true } as const;
const register = { ...post('/api/register'), tokenless: true, changesSession: true } as const;
const favorites = post('/api/favorites');

interface Sent {
  method: string;
  path: string;
  token: string | undefined;
  body: unknown;
  credentials: string | undefined;
}

/** A server with sessions. A token is valid as long as its session. */
class FakeServer {
  session = 1;
  tokensIssued = 0;
  tokenAnswer: () => Response = () => Response.json({ csrfToken: `token-of-session-${this.session}` });
  sent: Sent[] = [];

  api = makeApi(async (path, init) => {
    const headers = new Headers(init.headers);
    const method = init.method ?? 'GET';
    if (path === '/api/csrf-token') {
      this.tokensIssued += 1;
      return this.tokenAnswer();
    }
    const token = headers.get('csrf-token') ?? undefined;
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body));
    this.sent.push({ method, path, token, body, credentials: init.credentials });
    if (path === '/api/login' || path === '/api/register') {
      this.session += 1;
      return Response.json({ id: 1 });
    }
    if (method !== 'GET' && token !== `token-of-session-${this.session}`)
      return Response.json(
        { code: 'stale-csrf-token', message: 'This page has been open for a while.' },
        { status: 403 },
      );
    if (path === '/api/revoked')
      return Response.json({ code: 'access-revoked', message: 'Withdrawn.' }, { status: 403 });
    return method === 'GET' ? Response.json({ path }) : new Response(null, { status: 204 });
  }) as Api as AnyApi;
}

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const press = () => server.api(favorites, { body: { itemId: 1 } });

test('every call sends cookies, and changing calls a token, which is fetched once', async () => {
  await server.api(get('/api/oceans/:id'), { params: { id: '7' } });
  expect(server.tokensIssued).toBe(0);
  await Promise.all([
    press(),
    press(),
    server.api({ ...favorites, method: 'DELETE' }, { body: { itemId: 1 } }),
  ]);
  expect(server.tokensIssued).toBe(1);
  expect(server.sent.map(({ token }) => token)).toEqual([
    undefined,
    'token-of-session-1',
    'token-of-session-1',
    'token-of-session-1',
  ]);
  expect(new Set(server.sent.map(({ credentials }) => credentials))).toEqual(new Set(['include']));
});

test('login and registration send no token', async () => {
  await server.api(login, { body: { username: 'maren' } });
  await server.api(register, { body: { username: 'maren' } });
  for (const sent of server.sent)
    expect(sent).toMatchObject({ token: undefined, body: { username: 'maren' } });
  expect(server.sent).toHaveLength(2);
  expect(server.tokensIssued).toBe(0);
});

test('a login drops the token, and the next call fetches one of the new session', async () => {
  await press();
  await server.api(login, { body: {} });
  await press();
  expect(server.sent.at(-1)?.token).toBe('token-of-session-2');
  expect(server.sent).toHaveLength(3);
});

test('after a stale token, the client fetches a new one and repeats the call once', async () => {
  await press();
  // Another tab has signed in.
  server.session = 9;
  await expect(press()).resolves.toBeUndefined();
  expect(server.sent.map(({ token }) => token)).toEqual([
    'token-of-session-1',
    'token-of-session-1',
    'token-of-session-9',
  ]);
});

test('a forbidden call is repeated only once', async () => {
  server.tokenAnswer = () => Response.json({ csrfToken: 'of another session' });
  await expect(press()).rejects.toMatchObject({
    status: 403,
    reason: 'This page has been open for a while.',
  });
  expect(server.sent).toHaveLength(2);
});

test('a call refused for another reason than its token is not repeated', async () => {
  await expect(server.api(post('/api/revoked'), { body: {} })).rejects.toMatchObject({
    reason: 'Withdrawn.',
  });
  expect(server.sent).toHaveLength(1);
});

test('when no token is available, the call sends a placeholder, and the reason is logged', async () => {
  server.tokenAnswer = () => new Response(null, { status: 500 });
  await expect(press()).rejects.toBeInstanceOf(ApiError);
  expect(server.sent[0]?.token).toBe('unavailable');
  expect(console.error).toHaveBeenCalledWith('Failed to fetch CSRF token');
  server.tokenAnswer = () => Response.json({ csrfToken: 7 });
  await expect(press()).rejects.toBeInstanceOf(ApiError);
  expect(console.error).toHaveBeenCalledWith('Invalid CSRF token received');
});

test('a placeholder is not cached, and the next call fetches a token', async () => {
  const good = server.tokenAnswer;
  server.tokenAnswer = () => new Response(null, { status: 500 });
  await expect(press()).rejects.toBeInstanceOf(ApiError);
  server.tokenAnswer = good;
  await expect(press()).resolves.toBeUndefined();
});

const TAKEN = JSON.stringify({
  code: 'username-taken',
  message: 'Username already exists',
  issues: [{ path: 'username', message: 'x' }],
});

test('an error’s message is “status: body”, and its reason the server’s sentence', async () => {
  const answers = [
    new Response(TAKEN, { status: 409 }),
    new Response('', { status: 502, statusText: 'Bad Gateway' }),
  ];
  const api = makeApi(async () => answers.shift() as Response) as Api as AnyApi;
  const errors = [await api(get('/api/a')).catch((e) => e), await api(get('/api/b')).catch((e) => e)];
  expect(errors[0]).toMatchObject({
    status: 409,
    code: 'username-taken',
    message: `409: ${TAKEN}`,
    reason: 'Username already exists',
    issues: [{ path: 'username', message: 'x' }],
  });
  expect(errors[1]).toMatchObject({
    status: 502,
    code: 'unexpected-response',
    message: '502: Bad Gateway',
    reason: undefined,
    issues: [],
  });
});

test('parameters and queries are escaped in the address', async () => {
  const answer = await server.api(get('/api/settings/:key'), {
    params: { key: 'a/b c' },
    query: { q: 'x&y', keyword: '', page: undefined },
  });
  expect(answer).toEqual({ path: '/api/settings/a%2Fb%20c?q=x%26y' });
});

test('a file is sent unchanged, with the content type of the call', async () => {
  const sent: RequestInit[] = [];
  const api = makeApi(async (_path, init) => {
    sent.push(init);
    return Response.json({ csrfToken: 'token' });
  }) as Api as AnyApi;
  const file = new Blob(['title\n']);
  await api({ ...post('/api/waves/:id/droplets/import'), takes: 'text/csv' }, { params: { id: 3 }, file });
  expect(sent.at(-1)?.body).toBe(file);
  expect(sent.at(-1)?.headers).toMatchObject({ 'content-type': 'text/csv' });
});

test('a call without a connection fails with its own code, and without a status', async () => {
  const cause = new TypeError('Failed to fetch');
  const api = makeApi(() => Promise.reject(cause)) as Api as AnyApi;
  const error = await api(get('/api/oceans')).catch((failure) => failure);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'network-failure', status: 0, reason: undefined, cause });
  expect(failureText(error, 'Else.')).toBe(NETWORK_ERROR);
});

test('an error response without a code gets the code of its status', () => {
  expect(hasCode(new ApiError(404, ''), 'not-found')).toBe(true);
  expect(hasCode(new ApiError(413, '<html>'), 'too-large')).toBe(false);
  expect(hasCode(new TypeError(), 'network-failure')).toBe(false);
});
