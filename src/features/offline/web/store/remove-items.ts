import { type KeptRef, noneIfEmpty, withoutItem } from './kept.ts';
import { KEPT_CACHE } from './kept-cache.ts';
import { sweepFiles } from './kept-files.ts';
import { alone, changeKept } from './kept-index.ts';

/**
 * Removes items, even during a download. Their files are deleted after the download, which may use files that
 * are stored already.
 */
export async function removeItems(refs: readonly KeptRef[]): Promise<void> {
  await changeKept((kept) => kept && noneIfEmpty(refs.reduce(withoutItem, kept)));
  await alone(sweepFiles);
}

/** Removes all kept items. */
export async function forgetAll(): Promise<void> {
  await changeKept(() => null);
  await caches.delete(KEPT_CACHE);
}
