import { builtPages } from '#app/page-routes.ts';
import type { Database } from '#platform/database/open.ts';
import { openSharedDatabase } from '../database/test-database.ts';
import { listen } from '../peers/wire.ts';
import { startTestApi, type TestApi } from '../test-api.ts';

/** Headers that differ for each request or connection. */
const PER_REQUEST = ['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'];

interface Comparable {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Requests a URL. `headers` may include `cookie`, `accept-encoding` and others. */
type Ask<Result> = (method: string, url: string, headers: Record<string, string>) => Promise<Result>;

/** An API that serves each request in two ways, whose responses must be equal. */
export interface TwoWays {
  api: TestApi;
  /** Sends over a TCP connection, where the fast path runs first. */
  withFastPath: Ask<Comparable & { tookFastPath: boolean }>;
  /** Sends by `inject`, which goes straight to the router. */
  withoutFastPath: Ask<Comparable>;
  stop(): Promise<void>;
}

const comparable = (status: number, headers: object, body: Buffer): Comparable => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !PER_REQUEST.includes(name))),
  body: body.toString('base64'),
});

/** Starts an API with built pages over a database of its own. */
export async function startTwoWays(): Promise<TwoWays> {
  // The catalogue version needs a second connection, which a database in memory does not have.
  const shared = await openSharedDatabase(1);
  const [database] = shared.opened as [Database];
  const { version, querySync } = database;
  const api = await startTestApi({ database, version, querySync, pages: await builtPages() });
  let routed = 0;
  api.app.addHook('onRequest', async () => {
    routed += 1;
  });
  const fast = await listen(api);
  return {
    api,
    async withoutFastPath(method, url, headers) {
      const response = await api.app.inject({ method: method as 'GET', url, headers });
      return comparable(response.statusCode, response.headers, response.rawPayload);
    },
    async withFastPath(method, url, headers) {
      const before = routed;
      const { status, headers: received, bytes } = await fast(url, headers, method);
      return { ...comparable(status, received, bytes), tookFastPath: routed === before };
    },
    async stop() {
      await api.stop();
      await shared.remove();
    },
  };
}
