import { getUser } from '#features/accounts/contract/calls.ts';
import { listFavoriteItems } from '#features/favorites/contract/calls.ts';
import { getProgress } from '#features/progress/contract/calls.ts';
import { urlOf } from '#platform/http/contract/call.ts';
import { type KeptItem, keyOf, union } from './kept.ts';
import { fetchFresh, Refused, storedSize, storeResponse, storeText } from './kept-files.ts';
import { changeKept } from './kept-index.ts';
import type { Plan } from './plan-item.ts';

/** Progress of a download. */
export interface Progress {
  /** Lessons stored so far. */
  done: number;
  /** Bytes of media received so far. */
  bytes: number;
}

/** Asks the server for the reader: an account's id, or null for a visitor. */
export async function readOwner(signal?: AbortSignal): Promise<number | null> {
  try {
    const user: { id: number } = await (await fetchFresh(getUser.path, signal)).json();
    return user.id;
  } catch (error) {
    if (error instanceof Refused && error.code === 'not-signed-in') return null;
    throw error;
  }
}

/** Returns the stamp of an item stored by this plan. */
export const stampOf = (plan: Plan, owner: number | null, code: readonly string[]): string =>
  JSON.stringify([owner, code, plan.answers]);

interface StoreOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Called for each file that the server refuses. Throws to stop. */
  onRefused(error: Refused): void;
}

/** Stores the missing files of a plan. Returns the item for the index. */
export async function storeItem(
  plan: Plan,
  stamp: string,
  { signal, onProgress, onRefused }: StoreOptions,
): Promise<KeptItem> {
  const sizes = new Map<string, number>();
  const progress = { done: 0, bytes: 0 };
  /** Fetches a file and stores it, replacing a stored one. */
  const renew = async (path: string, onBytes?: (bytes: number) => void) => {
    try {
      sizes.set(keyOf(path), await storeResponse(keyOf(path), await fetchFresh(path, signal), onBytes));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // A missing picture does not prevent a lesson from opening.
      if (error.status !== 404 || !plan.pictures.includes(path)) onRefused(error);
    }
  };
  const store = async (path: string, onBytes?: (bytes: number) => void) => {
    const size = await storedSize(keyOf(path));
    if (size === undefined) await renew(path, onBytes);
    else sizes.set(keyOf(path), size);
  };
  for (const path of plan.pages) await renew(path);
  for (const [path, json] of plan.answers)
    sizes.set(path, await storeText(path, json, { 'content-type': 'application/json; charset=utf-8' }));
  await together(plan.pictures.map((path) => store(path)));
  const intro = plan.media.length - plan.item.lessons.length;
  for (const [index, paths] of plan.media.entries()) {
    for (const path of paths)
      await store(path, (bytes) => {
        progress.bytes += bytes;
        onProgress?.({ ...progress });
      });
    if (index >= intro) progress.done += 1;
    onProgress?.({ ...progress });
  }
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { ...plan.item, bytes, files: [...sizes.keys()], stamp };
}

/** Waits for all work, even after a failure, because nothing may be stored after the following sweep. */
async function together(work: Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Path of the build's list of files of learners' pages. */
const CODE_LIST = '/learner-files.json';

/** Stores the site's code of the current release, and adds it to the index. Returns its keys. */
export async function storeCode(signal?: AbortSignal): Promise<string[]> {
  const paths: string[] = await (await fetchFresh(CODE_LIST, signal)).json();
  await together(
    paths.map(async (path) => {
      if ((await storedSize(path)) === undefined) await storeResponse(path, await fetchFresh(path, signal));
    }),
  );
  // Pages replace those of the previous release. After an interruption from here on, kept items need the code
  // of both.
  await changeKept((kept) => kept && { ...kept, code: union(kept.code, paths) });
  return paths;
}

/** Stores the responses about the reader. Returns their keys. */
export async function storeOwn(owner: number | null, signal?: AbortSignal): Promise<string[]> {
  if (owner === null) {
    // The server's response to a visitor.
    const message = JSON.stringify({ message: 'Not signed in', code: 'not-signed-in' });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    await storeResponse(getUser.path, new Response(message, { status: 401, headers }));
    return [getUser.path];
  }
  const paths = [getUser.path, urlOf(listFavoriteItems), getProgress.path, '/favorites'];
  for (const path of paths) await storeResponse(path, await fetchFresh(path, signal));
  return paths;
}
