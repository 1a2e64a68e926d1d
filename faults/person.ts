import { Agent, request } from 'node:http';

/* A simulated person over HTTP: cookies, CSRF token and an IP address of their own. */

export interface Answer {
  status: number;
  body: string;
}

/** The connection failed: whether the request was executed is unknown. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** Request time-out, in ms. */
const PATIENCE = 30_000;

const ON_LINUX = process.platform === 'linux';

let born = 0;

export class Person {
  readonly #base: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #address = nextAddress();
  readonly #cookies = new Map<string, string>([['stillwater_entered', '1']]);
  #csrfToken: string | undefined;

  constructor(base: string) {
    this.#base = base;
  }

  /** Sends one request, writes with a CSRF token. Throws {@link NoAnswer}. */
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    if (method !== 'GET' && this.#csrfToken === undefined) {
      const answer = await this.send('GET', '/api/csrf-token');
      if (answer.status !== 200) return answer;
      this.#csrfToken = JSON.parse(answer.body).csrfToken;
    }
    return this.send(method, path, body);
  }

  /** Sends a call that must succeed and returns its body. */
  async must(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.call(method, path, body);
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

  leave(): void {
    this.#agent.destroy();
  }

  /** Sends a request without a CSRF token. */
  send(method: string, path: string, body?: unknown): Promise<Answer> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string> = {
      'accept-encoding': 'identity',
      'x-forwarded-for': this.#address,
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    };
    if (this.#csrfToken) headers['csrf-token'] = this.#csrfToken;
    if (payload !== undefined) {
      headers['content-type'] = 'application/json';
      headers['content-length'] = String(Buffer.byteLength(payload));
    }
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
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') });
          });
        },
      );
      call.on('timeout', () => call.destroy(new Error(`no answer within ${PATIENCE / 1000} s`)));
      call.on('error', fail);
      call.end(payload);
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
 * Rate limits count callers, so each person has an IP address: as a forwarding header for a proxy that
 * believes it, and as the connection's source for one that does not (on Linux all of 127.0.0.0/8 is local).
 */
function nextAddress(): string {
  born += 1;
  const [third, second, first] = [born, born / 250, born / 62_500].map(
    (part) => 1 + (Math.floor(part) % 250),
  );
  return `127.${first}.${second}.${third}`;
}
