import { afterAll, beforeAll } from 'vitest';
import { startTestApi, type TestApi } from './test-api.ts';

/**
 * Starts the application before the tests of the calling file, and stops it after them. The returned object
 * is empty until then.
 */
export function setUpApi(options?: Parameters<typeof startTestApi>[0]): TestApi {
  const api = {} as TestApi;
  beforeAll(async () => {
    Object.assign(api, await startTestApi(options));
  });
  afterAll(() => api.stop());
  return api;
}
