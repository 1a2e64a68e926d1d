import { expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '#platform/http/contract/error-codes.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { startTestApi } from '#test/test-api.ts';

const api = setUpApi();

test('all errors of the API have the same shape', async () => {
  const visitor = api.visitor();
  const json = { 'content-type': 'application/json' };
  const answers = {
    'malformed-request': await visitor.send('POST', '/api/email-signup', '{"email":', json),
    'invalid-input': await visitor.send('POST', '/api/email-signup', {}),
    'weak-password': await visitor.send('POST', '/api/register', {
      username: 'maren',
      email: 'maren@example.org',
      password: 'harbour',
    }),
    'not-signed-in': await visitor.get('/api/user'),
    'stale-csrf-token': await visitor.send('POST', '/api/logout', {}),
    'not-found': await visitor.get('/api/nothing/here'),
    'too-large': await visitor.send('POST', '/api/email-signup', { email: 'x'.repeat(300_000) }),
    'unsupported-type': await visitor.send('POST', '/api/email-signup', '<a/>', {
      'content-type': 'application/xml',
    }),
  } satisfies Partial<Record<ErrorCode, unknown>>;
  for (const [code, answer] of Object.entries(answers)) {
    expect(answer.status, code).toBe(ERRORS[code as ErrorCode][0]);
    expect(answer.body.code).toBe(code);
    expect(
      Object.keys(answer.body).filter((key) => key !== 'issues'),
      code,
    ).toEqual(['code', 'message']);
    expect(answer.headers['cache-control'], code).toBe('no-store');
  }
});

test('an error names its request and reveals no internals', async () => {
  const broken = await startTestApi();
  await broken.database.db.schema.dropTable('settings').execute();
  const { status, body, text } = await broken.visitor().get('/api/settings');
  expect(status).toBe(500);
  expect(body.code).toBe('internal-error');
  expect(body.message).toMatch(/Request [0-9a-f-]{36}/);
  expect(text).not.toMatch(/settings|table|sql|relation/i);
  await broken.stop();
});

test('an unknown method, a malformed address and an empty body get plain errors', async () => {
  const visitor = api.visitor();
  expect((await visitor.send('PUT', '/api/oceans')).status).toBe(404);
  const unreadable = await visitor.get('/api/oceans/%');
  expect(unreadable.status).toBe(404);
  expect(unreadable.body).toEqual({ code: 'not-found', message: 'Not found' });
  const empty = await visitor.send('POST', '/api/email-signup', '', { 'content-type': 'application/json' });
  expect(empty).toMatchObject({ status: 400, body: { message: 'The body is empty.' } });
});

test('a failed page is readable and reveals no internals', async () => {
  const asks = (url: string) => api.app.inject({ url, headers: { accept: 'text/html,*/*' } });
  for (const [url, status, words] of [
    ['/oceans/%E0%A4%A', 404, '404 Page Not Found'],
    ['/100%', 404, '404 Page Not Found'],
    ['/media/none.mp4', 404, '404 Page Not Found'],
  ] as const) {
    const { statusCode, headers, body } = await asks(url);
    expect(statusCode, url).toBe(status);
    expect(headers['content-type'], url).toBe('text/html; charset=utf-8');
    expect(body, url).toContain(words);
    expect(body, url).not.toMatch(/FST_|stack|undefined/);
  }
  expect((await asks('/api/nothing')).headers['content-type']).toContain('application/json');
});

test('invalid input without its own message gets a plain one, never the library’s', async () => {
  const visitor = api.visitor();
  const issuesOf = async (path: string, body: unknown) => (await visitor.post(path, body)).body.issues;
  expect(await issuesOf('/api/password/reset', { password: 'Quiet-Harbour-27' })).toEqual([
    { path: 'token', message: 'This is required' },
  ]);
  expect(await issuesOf('/api/password/reset', { token: 7, password: 'Quiet-Harbour-27' })).toEqual([
    { path: 'token', message: 'Must be text' },
  ]);
  expect(
    await issuesOf('/api/password/reset', { token: 'x'.repeat(201), password: 'Quiet-Harbour-27' }),
  ).toEqual([{ path: 'token', message: 'Must have at most 200 characters' }]);
  expect(await issuesOf('/api/email-signup', { email: 'a@example.org', source: 'sea' })).toEqual([
    { path: 'source', message: 'Must be one of landing, home, gate' },
  ]);
  expect(await issuesOf('/api/email-signup/verify', {})).toEqual([
    { path: '', message: 'This value is not valid' },
  ]);
  expect(await issuesOf('/api/login', [])).toEqual([{ path: '', message: 'Must be an object' }]);
});

test('every response has security headers', async () => {
  const { headers } = await api.visitor().get('/api/oceans');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("object-src 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers).toMatchObject({
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});

test('OpenAPI describes every endpoint that is served', async () => {
  const { body } = await api.visitor().get('/api/docs');
  expect(body.openapi).toBe('3.1.0');
  for (const endpoint of api.app.endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const described = body.paths[path]?.[endpoint.method.toLowerCase()];
    expect(described?.summary, `${endpoint.method} ${path}`).toBe(endpoint.summary);
    for (const status of Object.keys(endpoint.answers)) expect(described.responses).toHaveProperty(status);
  }
  expect(
    body.paths['/api/oceans/{id}'].get.responses['200'].content['application/json'].schema.properties,
  ).toHaveProperty('waveCount');
  expect(body.paths['/api/login'].post['x-rate-limits']).toHaveLength(3);
  const codes = body.components.schemas.Error.properties.code.oneOf.map(
    (one: { const: string }) => one.const,
  );
  expect(codes).toEqual(Object.keys(ERRORS));
});

test('the description of the API is generated once', async () => {
  const fresh = await startTestApi();
  const [first] = fresh.app.endpoints;
  let made = 0;
  const counted = {
    ...(first as NonNullable<typeof first>),
    get summary() {
      made += 1;
      return 'Counts how often it is described';
    },
  };
  fresh.app.endpoints.push(counted);
  for (let times = 0; times < 3; times += 1)
    expect((await fresh.visitor().get('/api/docs')).text).toContain('Counts how often it is described');
  expect(made).toBe(1);
  await fresh.stop();
});

test('the probes report whether the process is alive and the database is reachable', async () => {
  expect((await api.visitor().get('/healthz')).body).toEqual({ status: 'ok' });
  expect((await api.visitor().get('/readyz')).status).toBe(200);
  const lost = await startTestApi();
  await lost.database.close();
  expect((await lost.visitor().get('/readyz')).status).toBe(503);
  expect((await lost.visitor().get('/healthz')).status).toBe(200);
  await lost.app.close();
});

test('a visitor’s CSRF token is bound to that visitor', async () => {
  const [one, other] = [api.visitor(), api.visitor()];
  const { csrfToken } = (await one.get('/api/csrf-token')).body;
  expect((await one.get('/api/csrf-token')).body.csrfToken).toBe(csrfToken);
  expect((await other.send('POST', '/api/logout', {}, { 'csrf-token': csrfToken })).status).toBe(403);
  expect((await one.send('POST', '/api/logout', {}, { 'csrf-token': 'unavailable' })).status).toBe(403);
  expect((await one.send('POST', '/api/logout', {}, { 'csrf-token': csrfToken })).status).toBe(204);
});
