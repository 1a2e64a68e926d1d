import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDraft } from './stored-drafts.ts';

/** The used part of a connection to a database. */
class Connection {
  isClosed = false;
  onclose: (() => void) | null = null;

  /** Ends it as Safari does: every later transaction throws. */
  lose() {
    this.isClosed = true;
    this.onclose?.();
  }
  transaction() {
    if (this.isClosed) throw new DOMException('The database connection is closing.', 'InvalidStateError');
    const transaction = {
      oncomplete: () => {},
      objectStore: () => ({ put: () => ({}), getAll: () => ({ result: [] }) }),
    };
    setTimeout(() => transaction.oncomplete());
    return transaction;
  }
}

let connections: Connection[];
beforeEach(() => {
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
