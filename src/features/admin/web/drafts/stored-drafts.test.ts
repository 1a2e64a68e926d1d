import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Draft, keepDraft, readDrafts } from './stored-drafts.ts';

/** A stub with the used part of a database connection. */
class Connection {
  isClosed = false;
  onclose: (() => void) | null = null;

  /** Closes the connection as Safari does: every later transaction throws. */
  lose() {
    this.isClosed = true;
    this.onclose?.();
  }
  transaction() {
    if (this.isClosed) throw new DOMException('The database connection is closing.', 'InvalidStateError');
    const transaction = {
      oncomplete: () => {},
      objectStore: () => ({
        put: () => ({}),
        getAll: () => ({ result: [...stored] }),
        delete: ([, , session]: string[]) => {
          stored = stored.filter((draft) => draft.session !== session);
          return {};
        },
      }),
    };
    setTimeout(() => transaction.oncomplete());
    return transaction;
  }
}

let connections: Connection[];
let stored: Draft[];
beforeEach(() => {
  stored = [];
  connections = [];
  vi.stubGlobal('localStorage', { removeItem() {} });
  vi.stubGlobal('IDBKeyRange', { bound() {} });
  vi.stubGlobal('indexedDB', {
    open() {
      const result = new Connection();
      connections.push(result);
      const request = { result, onsuccess: () => {} };
      setTimeout(() => request.onsuccess());
      return request;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test('drafts are kept again after the browser has ended the connection to its database', async () => {
  const keep = () =>
    keepDraft({ userId: 1, form: 'droplet:7' }, { session: 'one', values: {}, at: Date.now(), base: '1' });
  expect([await keep(), await keep(), connections.length]).toEqual([true, true, 1]);
  connections[0]?.lose();
  expect([await keep(), connections.length]).toEqual([true, 2]);
});

test('drafts come newest first, and the oldest make room', async () => {
  const owner = { userId: 1, form: 'droplet:7' };
  const draftAt = (at: number): Draft => ({ session: `${at}`, values: {}, at, base: '1' });
  stored = [3, 7, 1, 5, 2, 6, 4].map(draftAt);
  expect((await readDrafts(owner)).map(({ at }) => at)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  await keepDraft(owner, draftAt(7));
  expect((await readDrafts(owner)).map(({ at }) => at)).toEqual([7, 6, 5, 4, 3]);
});
