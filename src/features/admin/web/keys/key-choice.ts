import { useSyncExternalStore } from 'react';

/** WCAG 2.1.4: keys of one character can be turned off, because speech input may press them unasked. */
export const KEY_CHOICE = 'stillwater-admin-keys';
const CHANGED = 'admin-keys';

/** Whether keys of one character work in this browser. */
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
    // Without storage they stay on.
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
