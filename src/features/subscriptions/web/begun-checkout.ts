import { useSyncExternalStore } from 'react';

/**
 * In local storage: the provider's number of a payment that this browser has begun. It is what tells a later page, or
 * another tab, that there may be news to ask for; most readers have none, and nothing is asked for them.
 */
const KEY = 'stillwater.checkout';

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

export function keepCheckout(subscriptionId: string): void {
  try {
    localStorage.setItem(KEY, subscriptionId);
  } catch {
    // Storage may be refused: the server knows the payment by its own cookie.
  }
  tell();
}

export function keptCheckout(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function forgetCheckout(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage that is refused holds nothing.
  }
  tell();
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab's change.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** As {@link keptCheckout}, and what follows; null while the page comes alive. */
export const useKeptCheckout = (): string | null => useSyncExternalStore(onChange, keptCheckout, () => null);
