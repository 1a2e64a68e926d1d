import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { builtPages } from '#app/page-routes.ts';
import type { Database } from '#platform/database/open.ts';
import { openSharedDatabase } from '../database/test-database.ts';
import { freePort } from '../free-port.ts';
import { startTestApi, type TestApi } from '../test-api.ts';
import { insertTiers } from '../tiers-fixture.ts';
import type { SharedCache } from './shared-caches.ts';

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  /** Decoded body. */
  text: string;
}

/** Two nodes with one database behind a shared cache. */
export interface CachedSite {
  a: TestApi;
  b: TestApi;
  /** Number of requests without a session that reached a node. */
  readonly anonymous: number;
  /** Requests a path through the shared cache. */
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Received>;
  /** Requests a path from a node directly. */
  askNode(path: string, headers?: Record<string, string>): Promise<Received>;
  stop(): Promise<void>;
}

/** Header of requests that bypass the cache. */
const DIRECT = 'x-direct';

type Start = (port: number, nodes: readonly [number, number]) => Promise<SharedCache>;

export async function startCachedSite(start: Start): Promise<CachedSite> {
  const shared = await openSharedDatabase(2);
  const [one, other] = shared.opened as [Database, Database];
  const [port, ...nodes] = [await freePort(), await freePort(), await freePort()] as const;
  const sharedCaches = { addresses: [{ method: 'PURGE' as const, url: `http://127.0.0.1:${port}/` }] };
  const pages = await builtPages();
  const startNode = (database: Database) =>
    startTestApi({
      database,
      version: database.version,
      querySync: database.querySync,
      pages,
      sharedCaches,
      trustProxy: ['127.0.0.1'],
    });
  const [a, b] = [await startNode(one), await startNode(other)];
  await insertTiers(a);
  one.version.invalidate();
  let anonymous = 0;
  for (const { app } of [a, b])
    app.server.on('request', ({ url, headers }) => {
      if (url !== '/readyz' && !headers[DIRECT] && !headers.cookie?.includes('session')) anonymous += 1;
    });
  await a.app.listen({ port: nodes[0], host: '127.0.0.1' });
  await b.app.listen({ port: nodes[1], host: '127.0.0.1' });
  const cache = await start(port, nodes);
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return {
    a,
    b,
    get anonymous() {
      return anonymous;
    },
    ask: (path, headers = {}, method = 'GET') => send(agent, port, { path, headers, method }),
    askNode: (path, headers = {}) =>
      send(agent, nodes[0], { path, headers: { ...headers, [DIRECT]: '1' }, method: 'GET' }),
    async stop() {
      agent.destroy();
      await cache.stop();
      await a.stop();
      await b.stop();
      await shared.remove();
    },
  };
}

interface Asked {
  path: string;
  headers: Record<string, string>;
  method: string;
}

function send(agent: Agent, port: number, asked: Asked): Promise<Received> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, agent, ...asked });
    call.on('response', (response) => {
      const read = async () => {
        const bytes = Buffer.concat(await response.toArray());
        return {
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: decoded(bytes, response.headers['content-encoding']).toString(),
        };
      };
      read().then(resolve, reject);
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      // The cache closed an idle connection at the moment of its reuse. Browsers retry, too.
      if (call.reusedSocket && error.code === 'ECONNRESET') send(agent, port, asked).then(resolve, reject);
      else reject(error);
    });
    call.end();
  });
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}
