import type { IconName } from '../icon.tsx';

export interface ToastContent {
  title: string;
  description?: string;
  /** `bad` for a failure. */
  kind?: 'plain' | 'bad';
  icon?: IconName;
  /** Whether the icon is filled. */
  filled?: boolean;
  /** Links to registration or login, the main one first. An ended session needs a login. */
  asksFor?: 'account' | 'account-or-login' | 'login' | undefined;
  /** Adds an Undo button. The notification then stays for ten seconds. */
  undo?: () => void;
  /** A further effect of signing in, as a parameter of those links. */
  intent?: string;
}

export interface ShownToast extends ToastContent {
  id: number;
  open: boolean;
}

/** Time in ms from dismissal to removal (specification, section 9). */
const REMOVE_AFTER = 1_000_000;

let current: ShownToast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a notification. It replaces the current one. */
export function toast(content: ToastContent): void {
  clearTimeout(removal);
  lastId += 1;
  set({ ...content, id: lastId, open: true });
}

/** Closes the notification. Its content stays for the closing animation. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  set({ ...current, open: false });
  removal = setTimeout(() => set(null), REMOVE_AFTER);
}

/** Returns the open or closing notification, or null. */
export const currentToast = (): ShownToast | null => current;

/** Calls the listener on every change. Returns a function that unsubscribes. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
