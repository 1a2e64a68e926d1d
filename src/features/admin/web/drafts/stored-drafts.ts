/*
 * Drafts: typed but unsaved text, which must survive a reload, a crash and a closed page. They are in
 * IndexedDB, because Chromium writes local storage to disk only seconds or minutes later. Each opened form
 * has its own draft, so that tabs do not overwrite each other.
 */

import { DRAFTS_DATABASE } from '#features/accounts/web/session/forget-drafts.ts';
import type { DraftValues } from './draft-values.ts';

export interface Draft {
  /** Identifies the opened form. */
  session: string;
  values: DraftValues;
  /** Epoch milliseconds. */
  at: number;
  /** State from which the form began, such as the item's version. */
  base: string;
}

/** The draft's owner, and the edited item or setting: 'droplet:7'. */
export interface DraftOwner {
  userId: number;
  form: string;
}

const STORE = 'drafts';
/** Maximum drafts per form. The oldest is removed. */
const MAX_DRAFTS = 5;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DRAFTS_DATABASE, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: ['userId', 'form', 'session'] });
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      // Logging out deletes the database, possibly from another tab.
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      // The browser has closed the connection. Safari does so while a phone shows another app.
      request.result.onclose = () => {
        opened = undefined;
      };
      resolve(request.result);
    };
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Runs one request in a transaction. Resolves when the result is on disk, safe from a power failure. */
async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

const keyOf = (session: string) => `${DRAFTS_DATABASE}:${session}`;

/**
 * Stores a draft synchronously when a page is closed, because IndexedDB cannot finish then. The next page
 * that reads drafts moves it to the others.
 */
export function keepAtOnce(owner: DraftOwner, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(draft.session), JSON.stringify({ ...owner, ...draft }));
  } catch {
    // Storage is full or forbidden; the asynchronous way remains.
  }
}

/** Moves the drafts of closed pages from local storage into the database. */
async function collectLeft(userId: number): Promise<void> {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyOf('')));
  for (const key of keys) {
    const { form, ...draft }: Draft & DraftOwner = JSON.parse(localStorage.getItem(key) ?? '{}');
    if (draft.userId === userId) await keepDraft({ userId, form }, draft);
  }
}

/** Reads the drafts of a form, newest first. Returns none where the browser has no storage. */
export async function readDrafts({ userId, form }: DraftOwner): Promise<Draft[]> {
  await collectLeft(userId).catch(() => {});
  return storedDrafts({ userId, form });
}

async function storedDrafts({ userId, form }: DraftOwner): Promise<Draft[]> {
  const range = IDBKeyRange.bound([userId, form], [userId, form, []]);
  const stored: Draft[] = await run('readonly', (store) => store.getAll(range)).catch(() => []);
  return stored.sort((a, b) => b.at - a.at);
}

/** Stores the draft of an opened form, replacing its previous one. Returns false without storage. */
export async function keepDraft(owner: DraftOwner, draft: Draft): Promise<boolean> {
  try {
    await run('readwrite', (store) => store.put({ ...owner, ...draft }));
    localStorage.removeItem(keyOf(draft.session));
    const others = await storedDrafts(owner);
    for (const { session } of others.slice(MAX_DRAFTS)) await dropDraft(owner, session);
    return true;
  } catch {
    return false;
  }
}

/** Removes the draft of an opened form. */
export async function dropDraft({ userId, form }: DraftOwner, session: string): Promise<void> {
  try {
    localStorage.removeItem(keyOf(session));
    await run('readwrite', (store) => store.delete([userId, form, session]));
  } catch {
    // Without storage, there are no drafts.
  }
}
