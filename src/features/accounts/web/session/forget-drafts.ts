/**
 * Database of texts that were typed in the administration and not saved. Also the prefix of their keys in
 * local storage.
 */
export const DRAFTS_DATABASE = 'stillwater-drafts';

/** Removes all kept words from this browser, because its next reader may be somebody else. */
export function forgetDrafts(): void {
  try {
    indexedDB.deleteDatabase(DRAFTS_DATABASE);
    for (const key of Object.keys(localStorage))
      if (key.startsWith(DRAFTS_DATABASE)) localStorage.removeItem(key);
  } catch {
    // With refused storage, there is nothing to remove.
  }
}
