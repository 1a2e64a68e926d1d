import type { EndpointShape } from './endpoint.ts';
import type { Produced } from './kept-answer.ts';
import type { Tier } from './reader.ts';

/** Makes the answer of a kept endpoint for a tier; throws `HttpError` as the endpoint does. */
export type Produce = (params: unknown, query: unknown, tier: Tier) => Promise<Produced>;

interface Served {
  endpoint: EndpointShape;
  pattern: RegExp;
  names: string[];
  produce: Produce;
}

/** The endpoints whose answers are kept, to be asked without a request: by pages that are kept themselves. */
export class KeptEndpoints {
  readonly #served: Served[] = [];

  add(endpoint: EndpointShape, produce: Produce): void {
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
    const pattern = new RegExp(`^${endpoint.path.replace(/:\w+/g, '([^/]+)')}$`);
    this.#served.push({ endpoint, pattern, names, produce });
  }

  /** The maker of what an address names; undefined when that is no kept endpoint. */
  at(url: string, tier: Tier): (() => Promise<Produced>) | undefined {
    const [path = '', search = ''] = url.split('?', 2);
    for (const { pattern, names, produce } of this.#served) {
      const match = pattern.exec(path);
      if (!match) continue;
      const params = Object.fromEntries(
        names.map((name, place) => [name, decodeURIComponent(match[place + 1] as string)]),
      );
      const query = Object.fromEntries(new URLSearchParams(search));
      return () => produce(params, query, tier);
    }
    return undefined;
  }
}
