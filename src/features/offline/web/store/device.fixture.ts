import { vi } from 'vitest';
import { getUser } from '#features/accounts/contract/calls.ts';
import {
  getDroplet,
  getOcean,
  getWave,
  listDroplets,
  listWaves,
} from '#features/catalogue/contract/calls.ts';
import { listFavoriteItems } from '#features/favorites/contract/calls.ts';
import { getProgress } from '#features/progress/contract/calls.ts';
import { urlOf } from '#platform/http/contract/call.ts';
import type { Kept } from './kept.ts';

/** A response of the site: a status, or a body with status 200. */
type Answer = number | string | object;

/**
 * Fakes a browser's storage and a site. The site has one ocean and wave 1 with droplets 1 and 2, and treats
 * the reader as a visitor.
 */
export function fakeDevice() {
  const device = {
    /** The index in IndexedDB; null while nothing is kept. */
    index: null as Kept | null,
    /** Texts of the stored files, by path. */
    files: new Map<string, string>(),
    /** Makes reads of the index fail. */
    isBroken: false,
    /** Makes writes fail for lack of space. */
    isFull: false,
    /** Responses of the site by path; an object is sent as JSON, `lost` cuts the connection. */
    site: siteOf(1, 2) as Record<string, Answer>,
    /** Headers of every response. */
    headers: {} as Record<string, string>,
    /** Fetched paths. */
    fetched: [] as string[],
  };
  vi.stubGlobal('indexedDB', { open: () => open(device) });
  vi.stubGlobal('caches', {
    open: async () => cacheOf(device),
    delete: async () => device.files.clear(),
  });
  vi.stubGlobal('fetch', async (path: string) => {
    device.fetched.push(path);
    const answer = device.site[path] ?? 404;
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    const { headers } = device;
    if (typeof answer === 'number') return new Response('<h1>Not today</h1>', { status: answer, headers });
    if (typeof answer === 'string') return new Response(answer, { headers });
    const { code, status = code ? 404 : 200 } = answer as { code?: string; status?: number };
    return Response.json(answer, { status, headers });
  });
  return device;
}

export const NOT_SIGNED_IN = { code: 'not-signed-in', status: 401 };

const lesson = (id: number) => ({
  id,
  waveId: 1,
  slug: `lesson-${id}`,
  title: `Lesson ${id}`,
  imageUrl: null,
  mediaType: 'video',
  mediaUrl: `/media/${id}.mp4`,
  captionsUrl: null,
  furtherCaptions: [],
  locked: false,
});

/** Makes a site whose wave has these droplets. */
export function siteOf(...ids: number[]): Record<string, Answer> {
  const wave = { ...lesson(1), oceanId: 1, slug: 'wave', title: 'Wave', mediaType: 'none', mediaUrl: null };
  const at = (id: number) => ({ params: { id } });
  const site: Record<string, Answer> = {
    [urlOf(getUser)]: NOT_SIGNED_IN,
    [urlOf(listFavoriteItems)]: { oceans: [], waves: [], droplets: [] },
    [urlOf(getProgress)]: [],
    '/favorites': 'favorites',
    '/learner-files.json': ['/assets/one.js'],
    '/assets/one.js': 'one',
    [urlOf(getOcean, at(1))]: { id: 1 },
    [urlOf(listWaves, at(1))]: [wave],
    [urlOf(getWave, at(1))]: wave,
    [urlOf(listDroplets, at(1))]: ids.map(lesson),
    '/waves/1': 'wave',
    '/covers/wave/wave.svg': 'cover',
  };
  for (const id of ids)
    Object.assign(site, {
      [urlOf(getDroplet, at(id))]: lesson(id),
      [`/droplets/${id}`]: `droplet ${id}`,
      [`/covers/droplet/lesson-${id}.svg`]: 'cover',
      [`/media/${id}.mp4`]: 'film',
    });
  return site;
}

/** Opens a database with one record, the index. */
function open(device: { index: Kept | null; isBroken: boolean }) {
  const opening = { result: {}, error: new Error('broken') } as Record<string, unknown>;
  opening.result = { close() {}, transaction: () => transactionOf(device) };
  queueMicrotask(() => (opening[device.isBroken ? 'onerror' : 'onsuccess'] as () => void)());
  return opening;
}

function transactionOf(device: { index: Kept | null }) {
  const transaction = { error: null as unknown, oncomplete() {}, onabort() {} };
  const store = {
    get() {
      const request = { result: device.index ?? undefined, onsuccess() {} };
      queueMicrotask(() => {
        try {
          request.onsuccess();
          transaction.oncomplete();
        } catch (error) {
          transaction.error = error;
          transaction.onabort();
        }
      });
      return request;
    },
    put: (kept: Kept) => {
      device.index = kept;
    },
    delete: () => {
      device.index = null;
    },
  };
  return Object.assign(transaction, { objectStore: () => store });
}

const cacheOf = (device: { files: Map<string, string>; isFull: boolean }, { files } = device) => ({
  match: async (key: string) => {
    const text = files.get(key);
    return text === undefined ? undefined : new Response(text, { headers: { 'x-kept-bytes': '1' } });
  },
  put: async (key: string, response: Response) => {
    if (device.isFull && !files.has(key)) throw new DOMException('Full', 'QuotaExceededError');
    files.set(key, await response.text());
  },
  keys: async () => [...files.keys()].map((path) => ({ url: `https://site${path}` })),
  delete: async ({ url }: { url: string }) => files.delete(new URL(url).pathname),
});
