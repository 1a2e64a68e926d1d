import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { devAssets } from '#app/page-assets.ts';
import { type Pages, registerPages } from '#app/page-routes.ts';
import type { Renderer } from '#app/rendering/renderer.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { aDroplet, anOcean, aWave, insertOceans } from '#test/catalogue-fixture.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import { startTestApi, type TestClient } from '#test/test-api.ts';

/*
 * npm run request-files: lists the source files of which at least one function runs during a request, for the
 * four requests of docs/architecture.md. Uses V8's precise coverage. Pages are rendered from their sources,
 * so that the web files are counted individually. Module top levels do not count, because they run once at
 * the start.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface Sample {
  name: string;
  client: TestClient;
  method: string;
  path: (n: number) => string;
  body?: (n: number) => unknown;
  status: number;
}

/** Renders pages with Vite's module runner instead of the server build. */
async function sourcePages(): Promise<Pages> {
  const vite = await createServer({
    root: ROOT,
    configFile: `${ROOT}/vite.config.ts`,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, watch: null },
  });
  const renderer = (await vite.ssrLoadModule('/src/app/render.tsx')) as unknown as Renderer;
  return {
    inlineScripts: renderer.inlineScripts,
    register: async (app, publicUrl, addMetadata) =>
      registerPages({ app, renderer, assetsOf: devAssets, publicUrl, addMetadata }),
    close: () => vite.close(),
  };
}

interface Files {
  /** Files that Node.js runs itself. */
  served: string[];
  /** Files that Vite's module runner runs. In production the server build replaces it. */
  rendered: string[];
}

/** Starts the coverage. The returned function lists the files since its last call. */
async function startCoverage(): Promise<() => Promise<Files>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const urls = result
      .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .map(({ url }) => url);
    return {
      served: sourceFiles(urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url))),
      rendered: sourceFiles(urls.filter((url) => !url.startsWith('file:'))),
    };
  };
}

/** Returns the paths of files under `src`, relative to the repository's root. */
function sourceFiles(paths: string[]): string[] {
  const names = paths.map((path) => relative(ROOT, path).replaceAll('\\', '/').replace(/\?.*$/, ''));
  return [...new Set(names)].filter((name) => name.startsWith('src/')).sort();
}

const folder = await newDataDir();
const database = await openDatabase(`sqlite:${folder}/stillwater.db`);
await migrate(database.db);
const pages = await sourcePages();
const { version, querySync } = database;
const site = await startTestApi({ database, version, querySync, pages, sheds: true, production: true });
const waves = () => [aWave({ droplets: [aDroplet(), aDroplet()] }), aWave()];
await insertOceans(
  database.db,
  Array.from({ length: 12 }, () => anOcean({ waves: waves() })),
);
const url = await site.app.listen({ port: 0, host: '127.0.0.1' });

const visitor = site.visitor();
visitor.cookies.set('stillwater_entered', '1');
const samples: Sample[] = [
  {
    name: 'GET /oceans/7, not cached',
    client: visitor,
    method: 'GET',
    path: (n) => `/oceans/${n + 5}`,
    status: 200,
  },
  {
    name: 'POST /api/email-signup',
    client: visitor,
    method: 'POST',
    path: () => '/api/email-signup',
    body: (n) => ({ email: `person-${n}@example.org`, source: 'landing' }),
    status: 201,
  },
  {
    name: 'PUT /api/droplets/:id, as administrator',
    client: await site.signedIn('admin'),
    method: 'PUT',
    path: () => '/api/droplets/3',
    body: (n) => ({ title: `A title that is new: ${n}` }),
    status: 200,
  },
  {
    name: 'POST /api/favorites',
    client: await site.signedIn('free'),
    method: 'POST',
    path: () => '/api/favorites',
    body: (n) => ({ itemType: 'ocean', itemId: n + 1 }),
    status: 204,
  },
];

const takeFiles = await startCoverage();
for (const { name, client, method, path, body, status } of samples) {
  const { body: token } = await client.get('/api/csrf-token');
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
  const headers = { cookie, 'csrf-token': token.csrfToken, 'content-type': 'application/json' };
  const send = async (n: number) => {
    const response = await fetch(url + path(n), {
      method,
      headers: { ...headers, accept: method === 'GET' ? 'text/html' : '*/*' },
      body: body ? JSON.stringify(body(n)) : null,
    });
    const text = await response.text();
    if (response.status !== status) throw new Error(`${name} answered ${response.status}: ${text}`);
  };
  // The first request loads lazy modules.
  await send(1);
  await takeFiles();
  await send(2);
  const { served, rendered } = await takeFiles();
  const more = rendered.length > 0 ? `, and ${rendered.length} that render` : '';
  console.log(`\n${name}: ${served.length} files on the server${more}`);
  for (const file of served) console.log(`  ${file}`);
  for (const file of rendered) console.log(`  (rendering) ${file}`);
}
await site.stop();
await pages.close();
await removeDataDir(folder);
