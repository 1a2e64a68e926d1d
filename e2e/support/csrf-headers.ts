import type { APIRequestContext } from 'playwright-core';

/** Returns the headers of a changing call, for the reader of this page or browser context. */
export const csrfHeaders = async ({ request }: { request: APIRequestContext }) => ({
  'csrf-token': (await (await request.get('/api/csrf-token')).json()).csrfToken as string,
});
