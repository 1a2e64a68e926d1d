import { isSame, type Kept, type KeptItem, type KeptRef, keyOf, noneIfEmpty, union } from './kept.ts';
import { storedKeys, sweepFiles, Withheld } from './kept-files.ts';
import { alone, changeKept, loadKept } from './kept-index.ts';
import { type Plan, planItem } from './plan-item.ts';
import { forgetAll } from './remove-items.ts';
import { readOwner, stampOf, storeCode, storeItem, storeOwn } from './store-item.ts';

/**
 * Checks all kept items with the server: removes those that this reader may no longer open, stores new
 * versions, and extends the others by seven days. Removes everything when the reader is another person or
 * signed out. Throws without a connection, and in a view of the site as another person; both leave kept items
 * unchanged.
 */
export const refreshKept = (): Promise<void> => alone(confirmKept);

/** Does the same for a caller that already has the lock. */
export async function confirmKept(): Promise<void> {
  const before = await loadKept();
  // A page may have been closed between removing items and deleting their files.
  if (!before) return sweepFiles();
  const owner = await readOwner();
  // After a visitor signs in, their items become the account's, as far as the server allows.
  if (before.owner !== owner && before.owner !== null) return forgetAll();
  const planned = await planAll(before);
  // Withheld items are removed first, because a download may fail or take long.
  const left = await changeKept((kept) => kept && noneIfEmpty(withoutWithheld(kept, planned)));
  await sweepFiles();
  if (!left) return;
  const code = await storeCode();
  const stored = await storedKeys();
  const items: KeptItem[] = [];
  let isWhole = true;
  for (const { ref, plan } of planned) {
    const item = left.items.find((one) => isSame(one, ref));
    if (!item) continue;
    const stamp = stampOf(plan, owner, code);
    const isPresent = item.stamp === stamp && item.files.every((file) => stored.has(file));
    const renewed = isPresent ? item : await renewItem(item, plan, stamp);
    items.push(renewed);
    isWhole &&= renewed.stamp === stamp;
  }
  const own = await storeOwn(owner);
  await changeKept(
    // Excludes items that were removed meanwhile.
    (kept) =>
      kept &&
      noneIfEmpty({
        owner,
        own,
        // Pages of the previous release need its code.
        code: isWhole ? code : kept.code,
        items: items.filter((item) => kept.items.some((one) => isSame(one, item))),
        confirmedAt: Date.now(),
      }),
  );
  await sweepFiles();
}

/** A kept item that this reader may open, and its current contents. */
interface Planned {
  ref: KeptRef;
  plan: Plan;
}

/** Plans every kept item again, without those that this reader may not open. */
async function planAll(kept: Kept): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const ref of kept.items)
    try {
      planned.push({ ref, plan: await planItem(ref) });
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
    }
  return planned;
}

/**
 * Stores an item again. When the server refuses a file, the item stays unchanged with its former stamp, so
 * that the next refresh retries.
 */
async function renewItem(item: KeptItem, plan: Plan, stamp: string): Promise<KeptItem> {
  let isRefused = false;
  const onRefused = () => {
    isRefused = true;
  };
  const renewed = await storeItem(plan, stamp, { onRefused });
  return isRefused ? { ...item, files: union(item.files, renewed.files) } : renewed;
}

function withoutWithheld(kept: Kept, planned: Planned[]): Kept {
  return {
    ...kept,
    items: kept.items.flatMap((item) => {
      const plan = planned.find(({ ref }) => isSame(ref, item))?.plan;
      if (!plan) return [];
      const allowed = new Set(
        [...plan.pages, ...plan.answers.map(([path]) => path), ...plan.pictures, ...plan.media.flat()].map(
          keyOf,
        ),
      );
      const lessons = item.lessons.filter(({ id }) => plan.item.lessons.some((lesson) => lesson.id === id));
      return [{ ...item, lessons, files: item.files.filter((file) => allowed.has(file)) }];
    }),
  };
}
