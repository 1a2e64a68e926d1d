import { vi } from 'vitest';

/** A browser's local storage and its `storage` events, for tests without a browser. */
export function fakeStorage() {
  const items = new Map<string, string>();
  const listeners = new Set<(event: { key: string | null }) => void>();
  const fake = {
    items,
    /** As in a private window that allows no storage. */
    refuse: false,
    /** Another tab has changed something. */
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
type Sent = Ref & { items: Ref[] };

const nameOf = ({ itemType, itemId }: Ref) => `${itemType}:${itemId}`;

/** A server that keeps favorites: `calls` says what was asked, `fail` what it answers instead. */
export function fakeServer() {
  const kept = new Set<string>();
  const calls: Call[] = [];
  const server = {
    kept,
    calls,
    fail: null as null | number | 'network',
    fetch: async (path: string, init: RequestInit): Promise<Response> => {
      const method = init.method ?? 'GET';
      if (path === '/api/csrf-token') return Response.json({ csrfToken: 'token' });
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
      calls.push({ method, path: decodeURIComponent(path), body });
      if (server.fail === 'network') throw new TypeError('Failed to fetch');
      if (server.fail !== null) return new Response('{"message":"No"}', { status: server.fail });
      return answer(method, path, body);
    },
  };

  function answer(method: string, path: string, body: Sent): Response {
    if (path.startsWith('/api/favorites/check-many')) {
      const items = new URL(path, 'http://site').searchParams.get('items')?.split(',') ?? [];
      const found = items.filter((name) => kept.has(name)).map((name) => name.split(':'));
      return Response.json(found.map(([itemType, itemId]) => ({ itemType, itemId: Number(itemId) })));
    }
    if (path === '/api/favorites/merge') for (const item of body.items) kept.add(nameOf(item));
    else if (method === 'POST') kept.add(nameOf(body));
    else if (method === 'DELETE') kept.delete(nameOf(body));
    return new Response(null, { status: 204 });
  }
  return server;
}
