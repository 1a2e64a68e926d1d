import { alone, forgetAll, noneIfEmpty, readOwner, storeCode, storeItem, storeOwn } from './keep-item.ts';
import { isSame, type Kept, type KeptItem, keyOf } from './kept.ts';
import { sweepFiles, Withheld } from './kept-files.ts';
import { changeKept, readKept } from './kept-index.ts';
import { type Plan, planItem } from './plan-item.ts';

/**
 * Asks the server about everything that is kept: removes what this reader may no longer have, stores what is
 * new, and lets the rest open for another seven days. Removes all of it when somebody else reads, or nobody.
 * Throws without a connection; what was kept stays then.
 */
export const refreshKept = (): Promise<void> =>
  alone(async () => {
    const before = await readKept();
    // Removed by a page that was closed before its files were deleted.
    if (!before) return sweepFiles(null);
    const owner = await readOwner();
    // A visitor who has signed in since keeps what the server gives the account, too.
    if (before.owner !== owner && before.owner !== null) return forgetAll();
    const plans = await planAll(before);
    // First what is withheld: a download may fail or take long.
    const left = await changeKept((kept) => kept && noneIfEmpty(withoutWithheld(kept, plans)));
    await sweepFiles(left);
    if (!left) return;
    const code = await storeCode();
    const isNew = owner !== left.owner || code.join() !== left.code.join();
    const items: KeptItem[] = [];
    for (const [item, plan] of plans) {
      if (!plan) continue;
      items.push(isNew || plan.item.stamp !== item.stamp ? await storeItem(plan) : item);
    }
    const own = await storeOwn(owner);
    const confirmed = await changeKept(
      // Without what was removed meanwhile.
      (kept) =>
        kept &&
        noneIfEmpty({
          owner,
          own,
          code,
          items: items.filter((item) => kept.items.some((one) => isSame(one, item))),
          confirmedAt: Date.now(),
        }),
    );
    await sweepFiles(confirmed);
  });

/** Plans every kept item anew; null for one that this reader may not have. */
async function planAll(kept: Kept): Promise<Map<KeptItem, Plan | null>> {
  const plans = new Map<KeptItem, Plan | null>();
  for (const item of kept.items)
    plans.set(
      item,
      await planItem(item).catch((error) => {
        if (error instanceof Withheld) return null;
        throw error;
      }),
    );
  return plans;
}

function withoutWithheld(kept: Kept, plans: Map<KeptItem, Plan | null>): Kept {
  const planned = [...plans].flatMap(([item, plan]) => (plan ? [{ item, plan }] : []));
  return {
    ...kept,
    items: kept.items.flatMap((item) => {
      const plan = planned.find((one) => isSame(one.item, item))?.plan;
      if (!plan) return [];
      const allowed = new Set(
        [...plan.pages, ...plan.answers.map(([path]) => path), ...plan.pictures, ...plan.media.flat()].map(
          keyOf,
        ),
      );
      const lessons = item.lessons.filter(({ id }) => plan.item.lessons.some((lesson) => lesson.id === id));
      return lessons.length === 0
        ? []
        : [{ ...item, lessons, files: item.files.filter((file) => allowed.has(file)) }];
    }),
  };
}
