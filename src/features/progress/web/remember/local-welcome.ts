import type { Welcome } from '../../contract/schemas.ts';

/** Key in local storage of a visitor's last welcome. */
const KEY = 'stillwater.welcome';

/** Reads a visitor's last welcome; null without one. */
export function localWelcome(): Welcome | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Welcome | null;
    return typeof stored?.day === 'string' && Array.isArray(stored.lessons) ? stored : null;
  } catch {
    return null;
  }
}

/** Stores a visitor's welcome in this browser. */
export function storeLocalWelcome(welcome: Welcome): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(welcome));
  } catch {
    // Without storage, the welcome lasts as long as this page.
  }
}
