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
  expect((await visitor.get('/api/oceans/%')).status).toBe(400);
  const empty = await visitor.send('POST', '/api/email-signup', '', { 'content-type': 'application/json' });
  expect(empty).toMatchObject({ status: 400, body: { message: 'The body is empty.' } });
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
