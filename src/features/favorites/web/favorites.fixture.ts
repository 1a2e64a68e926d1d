import { vi } from 'vitest';
import { getCsrfToken } from '#platform/http/contract/call.ts';
import { checkFavorites, mergeFavorites } from '../contract/calls.ts';

/** Fakes local storage and its `storage` events for tests without a browser. */
export function fakeStorage() {
  const items = new Map<string, string>();
  const listeners = new Set<(event: { key: string | null }) => void>();
  const fake = {
    items,
    /** Refuses access, as some private windows do. */
    refuse: false,
    /** Fires the event of a change in another tab. */
    fire: (event: { key: string | null }) => {
      for (const listener of listeners) listener(event);
    },
  };
  const guarded = <T>(work: () => T): T => {
    if (fake.refuse) throw new Error('refused');
    return work();
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => guarded(() => items.get(key) ?? null),
    setItem: (key: string, value: string) => guarded(() => void items.set(key, value)),
    removeItem: (key: string) => guarded(() => void items.delete(key)),
  });
  vi.stubGlobal('addEventListener', (_: 'storage', listener: () => void) => listeners.add(listener));
  vi.stubGlobal('removeEventListener', (_: 'storage', listener: () => void) => listeners.delete(listener));
  return fake;
}

interface Call {
  method: string;
  path: string;
  body: unknown;
}

interface Ref {
  itemType: string;
  itemId: number;
}
/** The body of any of the calls. */
type Body = Ref & { items: Ref[] };

const keyOf = ({ itemType, itemId }: Ref) => `${itemType}:${itemId}`;

/**
 * Fakes the favorites API. `calls` records the requests; `fail` is a status, or a network failure, for all
 * of them.
 */
export function fakeServer() {
  const stored = new Set<string>();
  const calls: Call[] = [];
  const server = {
    stored,
    calls,
    fail: null as null | number | 'network',
    fetch: async (path: string, init: RequestInit): Promise<Response> => {
      const method = init.method ?? 'GET';
      if (path === getCsrfToken.path) return Response.json({ csrfToken: 'token' });
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      calls.push({ method, path: decodeURIComponent(path), body });
      if (server.fail === 'network') throw new TypeError('Failed to fetch');
      if (server.fail !== null) return new Response('{"message":"No"}', { status: server.fail });
      return answer(method, path, body);
    },
  };

  function answer(method: string, path: string, body: Body): Response {
    if (path.startsWith(checkFavorites.path)) {
      const items = new URL(path, 'http://site').searchParams.get('items')?.split(',') ?? [];
      const found = items.filter((name) => stored.has(name)).map((name) => name.split(':'));
      return Response.json(found.map(([itemType, itemId]) => ({ itemType, itemId: Number(itemId) })));
    }
    if (path === mergeFavorites.path) for (const item of body.items) stored.add(keyOf(item));
    else if (method === 'POST') stored.add(keyOf(body));
    else if (method === 'DELETE') stored.delete(keyOf(body));
    return new Response(null, { status: 204 });
  }
  return server;
}
