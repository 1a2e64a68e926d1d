import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/* A simulated person over HTTP, with their own cookies, CSRF token and IP address. */

export interface Answer {
  status: number;
  body: string;
}

/** Response to an upload, with its raw bytes. */
export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Thrown when the connection fails. The server may have executed the request or not. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Tells whether the site shed a request, and thus did not execute it. */
export const isShed = ({ status, body }: Answer): boolean =>
  status === 503 && body.includes('"code":"overloaded"');

/** Timeout of a request, and longest wait for a busy site, in ms. */
const PATIENCE = 30_000;
/** Pause before a shed request is repeated, in ms. */
const PAUSE = 500;

const ON_LINUX = process.platform === 'linux';

let born = 0;

export class Person {
  #base: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #address = nextAddress();
  readonly #cookies = new Map<string, string>([['stillwater_entered', '1']]);
  #csrfToken: string | undefined;

  constructor(base: string) {
    this.#base = base;
  }

  /** Sends one request, writes with a CSRF token. Throws {@link NoAnswer}. */
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const refused = method === 'GET' ? undefined : await this.#readToken();
    return refused ?? this.send(method, path, body);
  }

  /** Sends a call, and repeats it while the site sheds it. */
  async insist(method: string, path: string, body?: unknown): Promise<Answer> {
    const until = Date.now() + PATIENCE;
    let answer = await this.call(method, path, body);
    for (; isShed(answer) && Date.now() < until; answer = await this.call(method, path, body))
      await sleep(PAUSE);
    return answer;
  }

  /** Sends a call that must succeed and returns its body. Repeats it while the site is busy or recovers. */
  async must(method: string, path: string, body?: unknown): Promise<unknown> {
    const until = Date.now() + PATIENCE;
    let answer = await this.insist(method, path, body);
    for (; answer.status === 503 && Date.now() < until; answer = await this.insist(method, path, body))
      await sleep(PAUSE);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return answer.body === '' ? undefined : JSON.parse(answer.body);
  }

  async signIn(username: string, password: string): Promise<void> {
    await this.must('POST', '/api/login', { username, password });
    this.#csrfToken = undefined;
  }

  async register(username: string): Promise<void> {
    const email = `${username}@fault.example`;
    await this.must('POST', '/api/register', { username, email, password: 'Calm-waters-2026' });
    this.#csrfToken = undefined;
  }

  /** Sends all further requests to another node. */
  moveTo(base: string): void {
    this.#base = base;
  }

  leave(): void {
    this.#agent.destroy();
  }

  /** Sends a request without a CSRF token. */
  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers: Record<string, string> = payload
      ? { 'content-type': 'application/json', 'content-length': String(payload.length) }
      : {};
    const { status, bytes } = await this.#exchange(method, path, headers, payload);
    return { status, body: bytes.toString('utf8') };
  }

  /** Sends bytes, or a stream of unknown length, with a CSRF token. Throws {@link NoAnswer}. */
  async transfer(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Buffer | AsyncIterable<Buffer>,
  ): Promise<Reply> {
    const refused = await this.#readToken();
    if (refused) throw new NoAnswer(`${method} ${path}: no token, ${refused.status}`);
    const length: Record<string, string> = Buffer.isBuffer(body)
      ? { 'content-length': String(body.length) }
      : {};
    return this.#exchange(method, path, { ...length, ...headers }, body);
  }

  /** Fetches the CSRF token once. Returns the response when it contains no token. */
  async #readToken(): Promise<Answer | undefined> {
    if (this.#csrfToken !== undefined) return undefined;
    const answer = await this.send('GET', '/api/csrf-token');
    if (answer.status !== 200) return answer;
    this.#csrfToken = JSON.parse(answer.body).csrfToken;
    return undefined;
  }

  #exchange(
    method: string,
    path: string,
    more: Record<string, string>,
    body?: Buffer | AsyncIterable<Buffer>,
  ): Promise<Reply> {
    const headers: Record<string, string> = {
      'accept-encoding': 'identity',
      'x-forwarded-for': this.#address,
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...more,
    };
    if (this.#csrfToken) headers['csrf-token'] = this.#csrfToken;
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(new NoAnswer(`${method} ${path}: ${error.message}`));
      const call = request(
        this.#base + path,
        {
          method,
          headers,
          agent: this.#agent,
          timeout: PATIENCE,
          localAddress: ON_LINUX ? this.#address : undefined,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', fail);
          response.on('end', () => {
            this.#keepCookies(response.headers['set-cookie'] ?? []);
            const { statusCode: status = 0, headers: answered } = response;
            resolve({ status, headers: answered, bytes: Buffer.concat(chunks) });
          });
        },
      );
      call.on('timeout', () => call.destroy(new Error(`no response within ${PATIENCE / 1000} s`)));
      call.on('error', fail);
      if (body === undefined || Buffer.isBuffer(body)) call.end(body);
      else {
        const source = Readable.from(body).on('error', fail);
        call.once('close', () => source.destroy());
        source.pipe(call);
      }
    });
  }

  #keepCookies(lines: string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

/**
 * Returns a new IP address, because rate limits count by address. A trusting proxy gets it as a forwarding
 * header, others as the connection's source (on Linux all of 127.0.0.0/8 is local).
 */
function nextAddress(): string {
  born += 1;
  const [third, second, first] = [born, born / 250, born / 62_500].map(
    (part) => 1 + (Math.floor(part) % 250),
  );
  return `127.${first}.${second}.${third}`;
}
