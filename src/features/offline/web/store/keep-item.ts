import { getUser } from '#features/accounts/contract/calls.ts';
import { listFavoriteItems } from '#features/favorites/contract/calls.ts';
import { getProgress } from '#features/progress/contract/calls.ts';
import { urlOf } from '#platform/http/contract/call.ts';
import { type Kept, type KeptItem, type KeptRef, keyOf, withItem, withoutItem } from './kept.ts';
import { fetchFresh, storedSize, storeResponse, storeText, sweepFiles, Withheld } from './kept-files.ts';
import { changeKept, readKept } from './kept-index.ts';
import { type Plan, planItem } from './plan-item.ts';

/** How far a download is. */
export interface Progress {
  /** Lessons that are stored. */
  done: number;
  /** Bytes of media that have arrived. */
  bytes: number;
}

interface KeepOptions {
  /** The account's id; null for a visitor. */
  owner: number | null;
  signal?: AbortSignal;
  onProgress?(progress: Progress): void;
}

/** One tab or the worker changes what is kept at a time: the next one waits, until the signal aborts. */
export const alone = <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> =>
  navigator.locks.request('stillwater-kept', signal ? { signal } : {}, work) as Promise<Result>;

/**
 * Stores an item with everything that it needs. The item counts as kept only when all of it is stored; a
 * failure, an abort or a full disk leaves what was kept before, and nothing else.
 */
export const keepItem = (ref: KeptRef, options: KeepOptions): Promise<void> =>
  alone(async () => {
    try {
      const { owner } = options;
      const before = await readKept();
      // What another reader kept goes first.
      if (before && before.owner !== owner) await forgetAll();
      const code = await storeCode(options.signal);
      const item = await storeItem(await planItem(ref, options.signal), options);
      const own = await storeOwn(owner, options.signal);
      await changeKept((kept) => {
        options.signal?.throwIfAborted();
        const mine = kept?.owner === owner ? kept : NOTHING;
        // Pages that were stored before a release need its code until a refresh stores them again.
        const allCode = [...new Set([...mine.code, ...code])];
        return withItem({ ...mine, owner, own, code: allCode, confirmedAt: Date.now() }, item);
      });
    } finally {
      await sweepFiles(await readKept());
    }
  }, options.signal);

const NOTHING: Kept = { owner: null, confirmedAt: 0, items: [], own: [], code: [] };

/**
 * Removes items, also while a download runs. The files that only they needed are deleted after the
 * download, which may use files that are stored already.
 */
export async function removeItems(refs: readonly KeptRef[]): Promise<void> {
  await changeKept((kept) => kept && noneIfEmpty(refs.reduce(withoutItem, kept)));
  await alone(async () => sweepFiles(await readKept()));
}

export const noneIfEmpty = (kept: Kept): Kept | null => (kept.items.length === 0 ? null : kept);

/** Removes everything that is kept. */
export async function forgetAll(): Promise<void> {
  await changeKept(() => null);
  await sweepFiles(null);
}

/** Asks the server who reads: an account's id, or null for a visitor. */
export async function readOwner(signal?: AbortSignal): Promise<number | null> {
  try {
    const user: { id: number } = await (await fetchFresh(getUser.path, signal)).json();
    return user.id;
  } catch (error) {
    if (error instanceof Withheld) return null;
    throw error;
  }
}

/** Stores what a plan asks for and is not there yet. Returns the item for the index. */
export async function storeItem(
  plan: Plan,
  { signal, onProgress }: Omit<KeepOptions, 'owner'> = {},
): Promise<KeptItem> {
  const sizes = new Map<string, number>();
  const progress = { done: 0, bytes: 0 };
  const store = async (path: string, onBytes?: (bytes: number) => void) => {
    const key = keyOf(path);
    const size =
      (await storedSize(key)) ?? (await storeResponse(key, await fetchFresh(path, signal), onBytes));
    sizes.set(key, size);
  };
  for (const path of plan.pages)
    sizes.set(keyOf(path), await storeResponse(keyOf(path), await fetchFresh(path, signal)));
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
  return { ...plan.item, bytes, files: [...sizes.keys()] };
}

/** Waits for all work, also after a failure: nothing may be stored after the sweep that follows. */
async function together(work: Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Path of the build's list of the files of learners' pages. */
const CODE_LIST = '/learner-files.json';

/** Stores the site's code of the running release. Returns its keys. */
export async function storeCode(signal?: AbortSignal): Promise<string[]> {
  const paths: string[] = await (await fetchFresh(CODE_LIST, signal)).json();
  await together(
    paths.map(async (path) => {
      if ((await storedSize(path)) === undefined) await storeResponse(path, await fetchFresh(path, signal));
    }),
  );
  return paths;
}

/** Stores the answers that are about the reader. Returns their keys. */
export async function storeOwn(owner: number | null, signal?: AbortSignal): Promise<string[]> {
  if (owner === null) {
    // The server's answer to a visitor.
    const message = JSON.stringify({ message: 'Not signed in', code: 'not-signed-in' });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    await storeResponse(getUser.path, new Response(message, { status: 401, headers }));
    return [getUser.path];
  }
  const paths = [getUser.path, urlOf(listFavoriteItems), getProgress.path, '/favorites'];
  for (const path of paths) await storeResponse(path, await fetchFresh(path, signal));
  return paths;
}
