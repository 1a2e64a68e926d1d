import { setTimeout as sleep } from 'node:timers/promises';

/* A browser that sends each request to a chosen node. */

interface NodeAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  body: any;
}

/** Delay before a retry, in ms. Shorter than `Retry-After` asks. */
const AGAIN_AFTER = 200;

let browsers = 0;

export class NodeBrowser {
  readonly #cookies = new Map<string, string>();
  /** Own IP address, because rate limits count by network. */
  readonly #address: string;

  constructor() {
    browsers += 1;
    this.#address = `10.0.${browsers >> 8}.${browsers & 255}`;
  }

  /** Sends a request, and retries while a node sheds load, because the tests' machine may be busy. */
  async send(
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<NodeAnswer> {
    const isForm = body instanceof FormData;
    const response = await fetch(url, {
      method,
      headers: {
        'x-forwarded-for': this.#address,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.includes('json') && bytes.length > 0;
    const answer = { status: response.status, body: isJson ? JSON.parse(bytes.toString()) : bytes };
    if (answer.status !== 503 || answer.body.code !== 'overloaded') return answer;
    await sleep(AGAIN_AFTER);
    return this.send(method, url, body, headers);
  }

  get = (url: string) => this.send('GET', url);

  /** Sends a change with a CSRF token of the same node. */
  async change(method: string, url: string, body: unknown = {}): Promise<NodeAnswer> {
    const { csrfToken } = (await this.get(`${new URL(url).origin}/api/csrf-token`)).body;
    return this.send(method, url, body, { 'csrf-token': csrfToken });
  }
}
