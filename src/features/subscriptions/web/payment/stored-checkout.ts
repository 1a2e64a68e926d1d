import { useSyncExternalStore } from 'react';

/**
 * Key in local storage of the provider's id of a payment that this browser began. With it, later pages and
 * other tabs ask for the subscription's state. Without it, they save the request.
 */
const KEY = 'stillwater.checkout';

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

export function storeCheckout(subscriptionId: string): void {
  try {
    localStorage.setItem(KEY, subscriptionId);
  } catch {
    // Refused storage: the server knows the payment by its own cookie.
  }
  notify();
}

export function storedCheckout(): string | null {
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
    // Refused storage holds nothing.
  }
  notify();
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  // Fires for changes in other tabs.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The stored checkout and its changes; null during hydration. */
export const useStoredCheckout = (): string | null =>
  useSyncExternalStore(onChange, storedCheckout, () => null);
