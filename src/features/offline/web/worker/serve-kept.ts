import { checkFavorites, listFavoriteItems } from '#features/favorites/contract/calls.ts';
import type { FavoriteItems } from '#features/favorites/contract/schemas.ts';
import { API_PREFIX } from '#platform/http/contract/call.ts';
import { FROM_KEPT } from '#platform/http/contract/headers.ts';
import { filesOf, isOpen, type Kept, keyOf } from '../store/kept.ts';
import { findStored } from '../store/kept-files.ts';
import { loadKept, onKeptChange } from '../store/kept-index.ts';
import { partOf } from './byte-part.ts';

/*
 * Requests that the service worker serves from kept files. Responses to calls and pages come from the network
 * while there is one. Media, pictures and code come from the files, because their addresses always have the
 * same content.
 */

interface Index {
  kept: Kept | null;
  files: Set<string>;
}

/**
 * The index as of the last read; undefined before the first. With it, requests for other files pass without a
 * wait.
 */
let current: Index | undefined;
let reading: Promise<Index> | undefined;

/** Returns an empty index when storage fails or has the shape of another release. */
const readFiles = (): Promise<Index> =>
  loadKept()
    .then((kept) => ({ kept, files: kept ? filesOf(kept) : new Set<string>() }))
    .catch(() => ({ kept: null, files: new Set<string>() }));

function readIndex(): Promise<Index> {
  const mine = readFiles().then((index) => {
    if (reading === mine) current = index;
    return index;
  });
  reading = mine;
  return mine;
}

/** Subscribes to changes of the index. The worker calls it at its start. */
export function followIndex(): void {
  onKeptChange(() => void readIndex());
  void readIndex();
}

/** Returns the key of a request that the index contains and that may open now. */
async function openKey(url: string): Promise<string | null> {
  const { kept, files } = current ?? (await (reading ?? readIndex()));
  const key = keyOf(url);
  return kept && isOpen(kept) && files.has(key) ? key : null;
}

/** Finds the stored response to a request; undefined when it is not kept or expired. */
async function findKept({ url, headers, method }: Request): Promise<Response | undefined> {
  const key = await openKey(url);
  const stored = key === null ? undefined : await findStored(key);
  if (!stored) return undefined;
  return method === 'HEAD'
    ? new Response(null, { status: stored.status, headers: stored.headers })
    : partOf(stored, headers.get('range'));
}

/**
 * Responds to a page's request for anything but a page. Undefined: the browser fetches it without the worker.
 */
export function answerFromKept(request: Request): Promise<Response> | undefined {
  const { url, method, cache } = request;
  if (!['GET', 'HEAD'].includes(method) || cache === 'no-store' || !url.startsWith(`${location.origin}/`))
    return undefined;
  if (current && (current.kept === null || !isOpen(current.kept))) return undefined;
  const { pathname } = new URL(url);
  if (pathname.startsWith(API_PREFIX)) return answerCall(request, pathname);
  if (current && !current.files.has(keyOf(url))) return undefined;
  // A browser may have evicted a file that the index lists.
  const found = findKept(request).catch(() => undefined);
  return found.then((stored) => stored ?? fetchHere(request));
}

/**
 * Fetches like the page. The server redirects players to a store of another origin, which a worker may not
 * fetch. As a script's fetch, the request is served by this origin.
 */
function fetchHere(request: Request): Promise<Response> {
  const { url, method, headers, signal, destination } = request;
  return destination === 'video' || destination === 'audio'
    ? fetch(url, { method, headers, signal })
    : fetch(request);
}

async function answerCall(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = pathname === checkFavorites.path ? await checkKept(request.url) : await findKept(request);
    if (kept) return kept;
    throw error;
  }
}

/** Responds to the hearts' check of several items from the kept list of favorites. */
async function checkKept(url: string): Promise<Response | undefined> {
  if ((await openKey(listFavoriteItems.path)) === null) return undefined;
  const list = await findStored(listFavoriteItems.path);
  if (!list) return undefined;
  const favorites: FavoriteItems = await list.json();
  const ids: Record<string, number[]> = {
    ocean: favorites.oceans.map(({ id }) => id),
    wave: favorites.waves.map(({ id }) => id),
    droplet: favorites.droplets.map(({ id }) => id),
  };
  const asked = new URL(url).searchParams.get('items')?.split(',') ?? [];
  const found = asked.flatMap((item) => {
    const [itemType = '', id] = item.split(':');
    return ids[itemType]?.includes(Number(id)) ? [{ itemType, itemId: Number(id) }] : [];
  });
  // Safari 16 lacks `Response.json`.
  return new Response(JSON.stringify(found), { headers: { [FROM_KEPT]: '1' } });
}

/** Finds the kept page for an unreachable address; undefined without one. */
export async function findKeptPage(request: Request): Promise<Response | undefined> {
  const { search, searchParams } = new URL(request.url);
  const key = await openKey(request.url);
  if (key === null) return undefined;
  if (search === '') return findStored(key);
  // A stored page was rendered without a query, so hydration must not find one in the address.
  const droplet = searchParams.get('droplet');
  const target = droplet && (await openKey(`/droplets/${droplet}`));
  return Response.redirect(target || key);
}

/** Returns the index for the offline page. */
export async function readKeptNow(): Promise<Kept | null> {
  return (await readIndex()).kept;
}
