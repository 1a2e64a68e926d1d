import { useSyncExternalStore } from 'react';

/**
 * Storage key. WCAG 2.1.4 requires that single-character keys can be turned off, because speech input may
 * press them by accident.
 */
export const KEY_CHOICE = 'stillwater-admin-keys';
const CHANGED = 'admin-keys';

/** Tells whether single-character keys work in this browser. */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(KEY_CHOICE) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY_CHOICE);
    else localStorage.setItem(KEY_CHOICE, 'off');
  } catch {
    // Without storage the keys work.
  }
  dispatchEvent(new Event(CHANGED));
}

export const useSingleKeys = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      addEventListener(CHANGED, listener);
      return () => removeEventListener(CHANGED, listener);
    },
    hasSingleKeys,
    () => true,
  );
