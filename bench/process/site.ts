import { newDataDir, removeDataDir, type SiteProcess, startSiteProcess } from '#test/site-process.ts';
import { serverArguments } from '../../scripts/lib/serve.mjs';
import { pinned, SERVER_CORE } from './cores.ts';

const PASSWORD = 'Quiet-Harbour-27';
/** Favorite droplets of the free account. */
const FAVORITES = [1, 2, 3, 4, 5];
const ENTERED = 'stillwater_entered=1';

/** One node of the real site in a separate process, with a benchmark's actions on it. */
export interface BenchSite extends SiteProcess {
  /** Cookies of an entered visitor, and of a new account with the role free. */
  visitor: string;
  free: string;
  /** Changes an ocean as an administrator, which drops all cached responses. */
  write(): Promise<void>;
  /** Sends a call as an administrator. */
  admin(method: string, path: string, body?: Sent): Promise<Response>;
}

/** Body of a call: a form, or a stream of its bytes with the content type. */
export type Sent = FormData | { stream: ReadableStream<Uint8Array>; type: string };

interface Where {
  /** Undefined: SQLite in the site's folder. */
  databaseUrl?: string | undefined;
  environment?: Record<string, string>;
  /** Pins the process to the server's core. */
  alone?: boolean;
  /** Name of the free account. Nodes that share a database need different ones. */
  account?: string;
}

export async function startBenchSite({
  databaseUrl,
  environment = {},
  alone = false,
  account = 'learner',
}: Where = {}): Promise<BenchSite> {
  const dataDir = await newDataDir();
  const command = [process.execPath, ...serverArguments];
  const site = await startSiteProcess(
    dataDir,
    {
      ADMIN_PASSWORD: PASSWORD,
      WORKERS: '1',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...environment,
    },
    alone ? pinned(SERVER_CORE, command) : command,
  );
  const stop = async () => {
    await site.stop();
    await removeDataDir(dataDir);
  };
  try {
    const admin = await sessionOf(site.url, '/api/login', { username: 'admin', password: PASSWORD });
    const free = await registered(site.url, account);
    await addFavorites(site.url, free);
    const call = async (method: string, path: string, body?: Sent) => {
      const headers = { cookie: admin, 'csrf-token': await csrfToken(site.url, admin) };
      if (!body || body instanceof FormData)
        return fetch(site.url + path, { method, body: body ?? null, headers });
      const { stream, type } = body;
      const streamed = {
        method,
        body: stream,
        duplex: 'half',
        headers: { ...headers, 'content-type': type },
      };
      return fetch(site.url + path, streamed as RequestInit);
    };
    return { ...site, stop, visitor: ENTERED, free, write: await writer(site.url, admin), admin: call };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Registers an account and returns its cookies. */
export const registered = (url: string, username: string): Promise<string> =>
  sessionOf(url, '/api/register', {
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
    role: 'free',
  });

/** Returns the login body of an account made by `registered`. */
export const credentials = (username: string) => ({ username, password: PASSWORD });

export const postJson = (url: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  fetch(url, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

async function sessionOf(url: string, path: string, body: object): Promise<string> {
  const response = await postJson(url + path, body);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  const session = pairsOf(response);
  // Every page of a member makes this call, which binds the browser's entry to the account.
  const user = await fetch(`${url}/api/user`, { headers: { cookie: session.join('; ') } });
  await user.arrayBuffer();
  const entry = pairsOf(user);
  return [...session, ...(entry.length > 0 ? entry : [ENTERED])].join('; ');
}

/** Returns the cookies that a response sets, in the form that a browser sends them. */
const pairsOf = (response: Response): string[] =>
  response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');

async function csrfToken(url: string, cookie: string): Promise<string> {
  const response = await fetch(`${url}/api/csrf-token`, { headers: { cookie } });
  return ((await response.json()) as { csrfToken: string }).csrfToken;
}

/** Sends a write call with a session's cookies and CSRF token. */
async function changing(url: string, cookie: string) {
  const token = await csrfToken(url, cookie);
  return async (method: string, path: string, body: object): Promise<void> => {
    const changed = await postJson(url + path, body, { cookie, 'csrf-token': token }, method);
    await changed.arrayBuffer();
    if (!changed.ok) throw new Error(`${method} ${path} was answered with ${changed.status}`);
  };
}

async function writer(url: string, cookie: string): Promise<() => Promise<void>> {
  const change = await changing(url, cookie);
  const [ocean] = (await (await fetch(`${url}/api/oceans`)).json()) as { id: number }[];
  if (!ocean) throw new Error('There is no ocean to write to.');
  let writes = 0;
  return () => {
    writes += 1;
    const description = `The same ocean, described anew for the ${writes}. time.`;
    return change('PUT', `/api/oceans/${ocean.id}`, { description });
  };
}

async function addFavorites(url: string, cookie: string): Promise<void> {
  const change = await changing(url, cookie);
  for (const itemId of FAVORITES) await change('POST', '/api/favorites', { itemType: 'droplet', itemId });
}
