import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { AppSetup } from '#app/app-setup.ts';
import { buildApp } from '#app/build-app.ts';
import type { Role, User } from '#features/accounts/contract/schemas.ts';
import { startSession } from '#features/accounts/server/session/sessions.ts';
import { insertUser } from '#features/accounts/server/users.ts';
import { type PaymentSetup, paymentSetup } from '#features/subscriptions/server/checkout/payment-setup.ts';
import { uploadSpace } from '#features/uploads/server/upload-space.ts';
import type { Database, Db } from '#platform/database/open.ts';
import { openTestDatabase } from './database/test-database.ts';
import { newDataDir, removeDataDir } from './site-process.ts';

/** The application with its own database, and clients that behave like browsers. */
export interface TestApi {
  app: FastifyInstance;
  database: Database;
  /** Creates a browser without cookies. */
  visitor(ip?: string): TestClient;
  /** Creates a browser signed in to a new account with that role. */
  signedIn(role: Role, account?: { username?: string; email?: string }): Promise<SignedInClient>;
  stop(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: LightMyRequestResponse['headers'];
  /** Parsed body; undefined when it is empty or not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  body: any;
  text: string;
}

export interface SignedInClient extends TestClient {
  user: User;
}

export const PUBLIC_URL = 'http://localhost:3000';

/**
 * Starts the application. `database`: an existing one, as for another node; it is closed with this
 * application.
 */
export async function startTestApi({
  database: given,
  payments,
  ...options
}: Partial<Omit<AppSetup, 'payments'>> & {
  database?: Database;
  payments?: (db: Db) => PaymentSetup;
} = {}): Promise<TestApi> {
  const database = given ?? (await openTestDatabase());
  const folder = await newDataDir();
  const app = await buildApp({
    db: database.db,
    publicUrl: () => PUBLIC_URL,
    secure: false,
    production: false,
    dev: false,
    trustProxy: false,
    logLevel: 'silent',
    uploads: uploadSpace(folder),
    // Load shedding is off, because a test may send more requests at once than its machine can serve.
    sheds: false,
    ...options,
    payments: payments?.(database.db) ?? paymentSetup({ provider: 'sandbox' }, database.db),
  });
  let users = 0;
  return {
    app,
    database,
    visitor: (ip) => new TestClient(app, ip),
    async signedIn(role, account = {}) {
      users += 1;
      const row = await insertUser(database.db, {
        username: account.username ?? `${role}-${users}`,
        email: account.email ?? null,
        passwordHash: 'none',
        role: role === 'editor' ? 'free' : role,
      });
      if (role === 'editor')
        await database.db
          .updateTable('users')
          .set({ editor_since: Date.now() })
          .where('id', '=', row.id)
          .execute();
      const client = new TestClient(app) as SignedInClient;
      client.cookies.set('stillwater_session', await startSession(database.db, row.id, 'test'));
      client.user = (await client.get('/api/user')).body;
      return client;
    },
    async stop() {
      await app.close();
      await database.close();
      await removeDataDir(folder);
    },
  };
}

/** A browser: stores cookies, fetches a CSRF token before the first write, and sends JSON. */
export class TestClient {
  readonly cookies: Map<string, string>;
  readonly #app: FastifyInstance;
  readonly #ip: string;

  constructor(app: FastifyInstance, ip = '127.0.0.1', cookies = new Map<string, string>()) {
    this.#app = app;
    this.#ip = ip;
    this.cookies = cookies;
  }

  /** Returns the same browser, sending to another node. */
  at = (node: TestApi) => new TestClient(node.app, this.#ip, this.cookies);

  get = (path: string) => this.send('GET', path);
  post = (path: string, body?: unknown) => this.change('POST', path, body);
  put = (path: string, body?: unknown) => this.change('PUT', path, body);
  patch = (path: string, body?: unknown) => this.change('PATCH', path, body);
  delete = (path: string, body?: unknown) => this.change('DELETE', path, body);

  async change(method: string, path: string, body?: unknown): Promise<Answer> {
    const { body: token } = await this.get('/api/csrf-token');
    return this.send(method, path, body, { 'csrf-token': token.csrfToken });
  }

  /** Sends a call unchanged except for the added cookies. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await this.#app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: this.#ip,
      headers: {
        ...headers,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    for (const cookie of response.cookies) {
      if (cookie.maxAge === 0 || cookie.value === '') this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
    }
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parse(response.body),
      text: response.body,
    };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
