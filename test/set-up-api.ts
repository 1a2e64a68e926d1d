import { afterAll, beforeAll } from 'vitest';
import { startTestApi, type TestApi } from './test-api.ts';

/** The application of {@link setUpApi}. */
export let api: TestApi;

/** Starts the application before the tests of a file, and stops it after them. */
export function setUpApi(): void {
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.stop());
}
