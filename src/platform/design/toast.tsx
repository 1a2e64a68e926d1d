import type { IconName } from './icon.tsx';

export interface ToastWish {
  title: string;
  description?: string;
  /** `bad`: something failed. */
  kind?: 'plain' | 'bad';
  icon?: IconName;
  /** The icon is filled, as it is on what the toast is about. */
  filled?: boolean;
}

export interface ShownToast extends ToastWish {
  id: number;
  open: boolean;
}

/** One at a time; a dismissed one is removed after this many ms (specification, section 9). */
const REMOVE_AFTER = 1_000_000;

let current: ShownToast | null = null;
let made = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a notification in place of the one that is shown. */
export function toast(wish: ToastWish): void {
  clearTimeout(removal);
  made += 1;
  set({ ...wish, id: made, open: true });
}

/** Closes the notification; what it said is kept for a while, so that its leaving keeps its words. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  set({ ...current, open: false });
  removal = setTimeout(() => set(null), REMOVE_AFTER);
}

export const currentToast = (): ShownToast | null => current;

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
