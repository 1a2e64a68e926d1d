import { type Kept, type KeptRef, union, withItem } from './kept.ts';
import { sweepFiles } from './kept-files.ts';
import { alone, changeKept, loadKept } from './kept-index.ts';
import { planItem } from './plan-item.ts';
import { confirmKept } from './refresh-kept.ts';
import { type Progress, stampOf, storeCode, storeItem, storeOwn } from './store-item.ts';

interface KeepOptions {
  /** The account's id; null for a visitor. */
  owner: number | null;
  signal?: AbortSignal;
  onProgress?(progress: Progress): void;
}

/**
 * Stores an item with everything that it needs. The item counts as kept only when all of it is stored; a
 * failure, an abort or a full disk leaves what was kept before, and nothing else. Throws `Refused` when the
 * server does not give a part of it.
 */
export const keepItem = (ref: KeptRef, { owner, signal, onProgress }: KeepOptions): Promise<void> =>
  alone(async () => {
    try {
      const before = await loadKept();
      // A visitor who has signed in keeps what the server gives the account. What another reader kept goes.
      if (before && before.owner !== owner) await confirmKept();
      const code = await storeCode(signal);
      const plan = await planItem(ref, signal);
      const onRefused = (error: Error) => {
        throw error;
      };
      const stamp = stampOf(plan, owner, code);
      const item = await storeItem(plan, stamp, { signal, onProgress, onRefused });
      const own = await storeOwn(owner, signal);
      await changeKept((kept) => {
        signal?.throwIfAborted();
        const mine = kept?.owner === owner ? kept : NOTHING;
        // Pages that were stored before a release need its code until a refresh stores them again.
        const allCode = union(mine.code, code);
        return withItem({ ...mine, owner, own, code: allCode, confirmedAt: Date.now() }, item);
      });
    } finally {
      await sweepFiles();
    }
  }, signal);

const NOTHING: Kept = { owner: null, confirmedAt: 0, items: [], own: [], code: [] };
