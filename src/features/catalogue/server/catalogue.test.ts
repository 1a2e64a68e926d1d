import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '#test/test-api.ts';
let api: TestApi;
beforeAll(async () => { api = await startTestApi(); });
afterAll(() => api.stop());
test('empty lists', async () => { expect((await api.visitor().get('/api/oceans')).body).toEqual([]); expect((await (await api.signedIn('admin')).get('/api/email-signups')).status).toBe(200) });
