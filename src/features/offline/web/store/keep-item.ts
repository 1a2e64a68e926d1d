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
 * Stores an item with all its files. The item counts as kept only when all are stored. A failure, an abort or
 * a full disk leaves the earlier state. Throws `Refused` when the server refuses a file.
 */
export const keepItem = (ref: KeptRef, { owner, signal, onProgress }: KeepOptions): Promise<void> =>
  alone(async () => {
    try {
      const before = await loadKept();
      // After a visitor signs in, their items become the account's, as far as the server allows. Another
      // reader's items are removed.
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
        // Pages stored before a release need its code until a refresh stores them again.
        const allCode = union(mine.code, code);
        return withItem({ ...mine, owner, own, code: allCode, confirmedAt: Date.now() }, item);
      });
    } finally {
      await sweepFiles();
    }
  }, signal);

const NOTHING: Kept = { owner: null, confirmedAt: 0, items: [], own: [], code: [] };
