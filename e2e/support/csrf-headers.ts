import type { APIRequestContext } from 'playwright-core';

/** Headers of a call that changes something, for the reader of this page or browser context. */
export const csrfHeaders = async ({ request }: { request: APIRequestContext }) => ({
  'csrf-token': (await (await request.get('/api/csrf-token')).json()).csrfToken as string,
});
