/**
 * Database of what was typed in forms of the administration, and not saved; also the beginning of the keys in
 * local storage.
 */
export const DRAFTS_DATABASE = 'stillwater-drafts';

/** Removes all drafts from this browser: its next reader may be somebody else. */
export function forgetDrafts(): void {
  try {
    indexedDB.deleteDatabase(DRAFTS_DATABASE);
    for (const key of Object.keys(localStorage))
      if (key.startsWith(DRAFTS_DATABASE)) localStorage.removeItem(key);
  } catch {
    // Refused storage holds nothing.
  }
}
