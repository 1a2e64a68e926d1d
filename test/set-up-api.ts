import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startTestApi, type TestApi } from './test-api.ts';

type Options = Parameters<typeof startTestApi>[0];

/**
 * Starts the application before the tests of the calling file, and stops it after them. The returned object
 * is empty until then.
 */
export const setUpApi = (options?: Options): TestApi => startedIn(beforeAll, afterAll, options);

/** Starts a new application for each test of the calling file. See {@link setUpApi}. */
export const setUpEachApi = (options?: Options): TestApi => startedIn(beforeEach, afterEach, options);

function startedIn(before: typeof beforeAll, after: typeof afterAll, options: Options): TestApi {
  const api = {} as TestApi;
  before(async () => {
    Object.assign(api, await startTestApi(options));
  });
  after(() => api.stop());
  return api;
}
