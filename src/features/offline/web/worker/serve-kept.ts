import { checkFavorites, listFavoriteItems } from '#features/favorites/contract/calls.ts';
import type { FavoriteItems } from '#features/favorites/contract/schemas.ts';
import { API_PREFIX } from '#platform/http/contract/call.ts';
import { FROM_KEPT } from '#platform/http/contract/headers.ts';
import { filesOf, isOpen, type Kept, keyOf } from '../store/kept.ts';
import { findStored } from '../store/kept-files.ts';
import { loadKept, onKeptChange } from '../store/kept-index.ts';
import { partOf } from './byte-part.ts';

/* Requests that the service worker answers from the kept files. Answers to calls and pages come from the
   network while there is one; media, pictures and code, whose content never changes under its address, come
   from the files. */

interface Index {
  kept: Kept | null;
  files: Set<string>;
}

/**
 * The index as it was read last; undefined until the first read. With it, requests for files that are not
 * kept pass without waiting.
 */
let current: Index | undefined;
let reading: Promise<Index> | undefined;

/** Storage that fails, or holds another shape than this release writes, keeps nothing. */
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

/** Follows the index from now on. The worker calls it when it starts. */
export function followIndex(): void {
  onKeptChange(() => void readIndex());
  void readIndex();
}

/** The key of a request in the index, while it is open. */
async function openKey(url: string): Promise<string | null> {
  const { kept, files } = current ?? (await (reading ?? readIndex()));
  const key = keyOf(url);
  return kept && isOpen(kept) && files.has(key) ? key : null;
}

/** Finds the stored answer to a request; undefined when it is not kept, or not open any more. */
async function findKept({ url, headers, method }: Request): Promise<Response | undefined> {
  const key = await openKey(url);
  const stored = key === null ? undefined : await findStored(key);
  if (!stored) return undefined;
  return method === 'HEAD'
    ? new Response(null, { status: stored.status, headers: stored.headers })
    : partOf(stored, headers.get('range'));
}

/**
 * Answers a request of a page for something other than a page. Undefined: the browser fetches it as if there
 * were no worker.
 */
export function answerFromKept(request: Request): Promise<Response> | undefined {
  const { url, method, cache } = request;
  if (!['GET', 'HEAD'].includes(method) || cache === 'no-store' || !url.startsWith(`${location.origin}/`))
    return undefined;
  if (current && (current.kept === null || !isOpen(current.kept))) return undefined;
  const { pathname } = new URL(url);
  if (pathname.startsWith(API_PREFIX)) return answerCall(request, pathname);
  if (current && !current.files.has(keyOf(url))) return undefined;
  // A browser may have lost a file that it still lists.
  const found = findKept(request).catch(() => undefined);
  return found.then((stored) => stored ?? fetchHere(request));
}

/**
 * Fetches as the page would. The server redirects players to a store of another origin, from which a worker
 * may not fetch: as a fetch of a script, the request is answered by this origin.
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

/** Answers the hearts' check of several items from the kept list of favorites. */
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
  // Safari 16 has no `Response.json`.
  return new Response(JSON.stringify(found), { headers: { [FROM_KEPT]: '1' } });
}

/** Finds the kept page for an address that could not be reached; undefined without one. */
export async function findKeptPage(request: Request): Promise<Response | undefined> {
  const { search, searchParams } = new URL(request.url);
  const key = await openKey(request.url);
  if (key === null) return undefined;
  if (search === '') return findStored(key);
  // A stored page was rendered without a query, so its scripts must not find one in the address.
  const droplet = searchParams.get('droplet');
  const target = droplet && (await openKey(`/droplets/${droplet}`));
  return Response.redirect(target || key);
}

/** Returns the index, for the page that is shown instead of others without a connection. */
export async function readKeptNow(): Promise<Kept | null> {
  return (await readIndex()).kept;
}
