import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Visits as browsers make them: a page is opened, with or without a referrer, and reports its uses when it is
 * left.
 */

/** Longest time in ms for repeating a request that a busy site refuses, and the pause before each. */
const PATIENCE = 30_000;
const PAUSE = 500;

const HOSTS = [
  'search.example.com',
  'search.example.com',
  'forum.example.net',
  'letters.example.org',
  // No referrer.
  null,
];
/**
 * Returns a visitor's IP address. Each has its own, because a network may report at most 1,200 pages a
 * minute.
 */
const addressOf = (visit: number) => `127.9.${Math.floor(visit / 250) % 250}.${1 + (visit % 250)}`;

export interface Visit {
  number: number;
  dropletId: number;
  path: string;
  host: string | null;
  /** Uses that the page reports. */
  events: readonly ('opened' | 'half' | 'finished' | 'shared')[];
}

/** Returns the visits of a script, equal in each run. */
export function visitsOf(count: number, droplets: readonly { id: number; path: string }[]): Visit[] {
  return Array.from({ length: count }, (_, number) => {
    const { id, path } = droplets[number % droplets.length] as { id: number; path: string };
    const turn = Math.floor(number / droplets.length);
    return {
      number,
      dropletId: id,
      path,
      host: HOSTS[(number * 7) % HOSTS.length] ?? null,
      events: [
        'opened',
        ...(turn % 2 === 0 ? (['half'] as const) : []),
        ...(turn % 3 === 0 ? (['finished'] as const) : []),
        ...(turn % 11 === 0 ? (['shared'] as const) : []),
      ],
    };
  });
}

type Sent = [method: string, path: string, headers: IncomingHttpHeaders, localAddress: string, body?: string];

export class Visitors {
  readonly #agent = new Agent({ keepAlive: false });
  readonly #url: URL;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Opens a page and reports its uses. Returns whether both requests succeeded. `headers` are for both. */
  async visit({ number, path, host, dropletId, events }: Visit, headers: IncomingHttpHeaders = {}) {
    const from = addressOf(number);
    const referer = host === null ? {} : { referer: `https://${host}/some/page` };
    const page = { ...headers, ...referer, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    if ((await this.#send('GET', path, page, from)) !== 200) return false;
    return (await this.report({ number, dropletId, events }, headers)) === 204;
  }

  /** Reports the uses of a page. Returns the status; 0 without a response. */
  report(
    { number, dropletId, events }: Pick<Visit, 'number' | 'dropletId' | 'events'>,
    headers: IncomingHttpHeaders = {},
  ): Promise<number> {
    const uses = events.map((event) => ({ event, itemType: 'droplet', itemId: dropletId }));
    const own = { 'content-type': 'application/json', origin: this.#url.origin, 'sec-fetch-mode': 'no-cors' };
    const body = JSON.stringify({ uses });
    return this.#send('POST', '/api/usage-counts', { ...headers, ...own }, addressOf(number), body);
  }

  /** Sends a request until the site is not too busy for it. The log's count ignores the refusals. */
  async #send(...sent: Sent): Promise<number> {
    let status = await this.#sendOnce(...sent);
    for (const until = Date.now() + PATIENCE; status === 503 && Date.now() < until; ) {
      await sleep(PAUSE);
      status = await this.#sendOnce(...sent);
    }
    return status;
  }

  #sendOnce(...[method, path, headers, localAddress, body]: Sent): Promise<number> {
    const { hostname, port } = this.#url;
    const agent = this.#agent;
    return new Promise((resolve) => {
      const sent = request({ hostname, port, path, method, headers, localAddress, agent }, (response) => {
        response.on('end', () => resolve(response.statusCode ?? 0));
        response.on('error', () => resolve(0));
        response.resume();
      });
      sent.on('error', () => resolve(0));
      sent.end(body);
    });
  }
}
