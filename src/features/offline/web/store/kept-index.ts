import type { Kept } from './kept.ts';

/*
 * The index of kept items: one record in IndexedDB, so that each change is atomic. Pages and the service
 * worker read it.
 */

const NAME = 'stillwater-kept';
const STORE = 'kept';
const KEY = 'index';

/**
 * Runs `work` under a lock that all tabs and the worker share. Waits for the lock until the signal aborts.
 */
export const alone = <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> =>
  navigator.locks.request(NAME, signal ? { signal } : {}, work) as Promise<Result>;

const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
channel?.addEventListener('message', notify);

function notify(): void {
  for (const listener of listeners) listener();
}

/**
 * Calls `listener` on every change, in this tab, another one or the worker. Returns a function that
 * unsubscribes.
 */
export function onKeptChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Reads the index; null when nothing is kept. Throws when storage fails, so that the caller deletes nothing.
 */
export const loadKept = (): Promise<Kept | null> =>
  transact(
    'readonly',
    (store) => store.get(KEY),
    (found) => (found as Kept | undefined) ?? null,
  );

/** Reads the index for display; null also when storage fails. */
export const readKept = (): Promise<Kept | null> => loadKept().catch(() => null);

/**
 * Changes the index in one transaction; null removes it. Returns the new index. Throws when storage is
 * refused.
 */
export async function changeKept(change: (kept: Kept | null) => Kept | null): Promise<Kept | null> {
  const changed = await transact(
    'readwrite',
    (store) => store.get(KEY),
    (found, store) => {
      const next = change((found as Kept | undefined) ?? null);
      if (next) store.put(next, KEY);
      else store.delete(KEY);
      return next;
    },
  );
  notify();
  channel?.postMessage('changed');
  return changed;
}

/** Runs a request and the steps after it in one transaction, and waits for its commit. */
async function transact<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<unknown>,
  then: (found: unknown, store: IDBObjectStore) => Result,
): Promise<Result> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const store = transaction.objectStore(STORE);
      const request = ask(store);
      let result: Result;
      request.onsuccess = () => {
        result = then(request.result, store);
      };
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
