import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Payments } from '#features/subscriptions/contract.ts';
import { NO_PAYMENTS } from '#features/subscriptions/server/payment-setup.ts';
import { startTestApi, type TestApi } from '#test/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

test('every error of the API has one shape', async () => {
  const visitor = api.visitor();
  const answers = {
    400: await visitor.send('POST', '/api/email-signup', '{"email":', { 'content-type': 'application/json' }),
    401: await visitor.get('/api/user'),
    403: await visitor.send('POST', '/api/logout', {}),
    404: await visitor.get('/api/nothing/here'),
    413: await visitor.send('POST', '/api/email-signup', { email: 'x'.repeat(300_000) }),
    415: await visitor.send('POST', '/api/email-signup', '<a/>', { 'content-type': 'application/xml' }),
  };
  for (const [status, answer] of Object.entries(answers)) {
    expect(answer.status, status).toBe(Number(status));
    expect(
      Object.keys(answer.body).filter((key) => key !== 'issues'),
      status,
    ).toEqual(['message']);
    expect(answer.headers['cache-control'], status).toBe('no-store');
  }
});

test('a failure names its request and nothing of the inside', async () => {
  const broken = await startTestApi();
  await broken.database.db.schema.dropTable('settings').execute();
  const { status, body, text } = await broken.visitor().get('/api/settings');
  expect(status).toBe(500);
  expect(body.message).toMatch(/Request [0-9a-f-]{36}/);
  expect(text).not.toMatch(/settings|table|sql|relation/i);
  await broken.stop();
});

test('an unknown method, a broken address and an empty body are answered plainly', async () => {
  const visitor = api.visitor();
  expect((await visitor.send('PUT', '/api/oceans')).status).toBe(404);
  const unreadable = await visitor.get('/api/oceans/%');
  expect(unreadable.status).toBe(400);
  expect(unreadable.body).toEqual({ message: 'The address cannot be read.' });
  const empty = await visitor.send('POST', '/api/email-signup', '', { 'content-type': 'application/json' });
  expect(empty).toMatchObject({ status: 400, body: { message: 'The body is empty.' } });
});

test('a person who asked for a page reads one, whatever is wrong; nothing of the inside stands in it', async () => {
  const asks = (url: string) => api.app.inject({ url, headers: { accept: 'text/html,*/*' } });
  for (const [url, status, words] of [
    ['/oceans/%E0%A4%A', 400, 'Something went wrong'],
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

test('what has no words of its own is refused in plain ones, never in the library’s', async () => {
  const visitor = api.visitor();
  const said = async (path: string, body: unknown) => (await visitor.post(path, body)).body.issues;
  expect(await said('/api/password/reset', { password: 'Quiet-Harbour-27' })).toEqual([
    { path: 'token', message: 'This is missing' },
  ]);
  expect(await said('/api/password/reset', { token: 7, password: 'Quiet-Harbour-27' })).toEqual([
    { path: 'token', message: 'Must be text' },
  ]);
  expect(await said('/api/password/reset', { token: 'x'.repeat(201), password: 'Quiet-Harbour-27' })).toEqual(
    [{ path: 'token', message: 'Must have at most 200 characters' }],
  );
  expect(await said('/api/email-signup', { email: 'a@example.org', source: 'sea' })).toEqual([
    { path: 'source', message: 'Must be one of landing, home, gate' },
  ]);
  expect(await said('/api/email-signup/verify', {})).toEqual([
    { path: '', message: 'This could not be understood' },
  ]);
  expect(await said('/api/login', [])).toEqual([{ path: '', message: 'Must be an object' }]);
});

test('only where PayPal takes the payments are its hosts let in, and no inline script with them', async () => {
  const policyWith = async (payments: Payments) => {
    const paying = await startTestApi({ payments: () => ({ ...NO_PAYMENTS, payments }) });
    const { headers } = await paying.visitor().get('/api/oceans');
    await paying.stop();
    return String(headers['content-security-policy']);
  };
  expect(await policyWith({ provider: 'sandbox' })).not.toMatch(/paypal|venmo/);
  expect(await policyWith({ provider: 'off' })).toBe(await policyWith({ provider: 'sandbox' }));
  const paypal = { provider: 'paypal', clientId: 'x', environment: 'production' } as const;
  const live = await policyWith({ ...paypal, scriptOrigin: null });
  for (const directive of ['script-src', 'style-src', 'connect-src', 'frame-src', 'img-src'])
    expect(live).toMatch(
      new RegExp(`${directive} [^;]*https://\\*\\.paypal\\.com https://\\*\\.paypalobjects\\.com`),
    );
  expect(live).not.toMatch(/script-src[^;]*unsafe/);
  const peer = await policyWith({ ...paypal, scriptOrigin: 'http://localhost:9' });
  expect(peer).toMatch(/script-src [^;]*http:\/\/localhost:9/);
  expect(peer).not.toMatch(/paypal\.com/);
});

test('security headers stand on every answer', async () => {
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
});

test('it says whether it is alive, and whether the database can be reached', async () => {
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
