import { useSyncExternalStore } from 'react';

/** Tells whether this browser can keep items. Development has no service worker. */
export const canKeep = (): boolean =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'caches' in window && 'locks' in navigator;

/** Name of the reader's device. */
export const deviceName = (): string => (matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer');

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Tells whether the browser has a connection; true during rendering on the server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** Returns the free storage for this site in bytes; undefined when the browser does not report it. */
export async function freeRoom(): Promise<number | undefined> {
  // Safari supports `estimate` since version 17.
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  return estimate?.quota === undefined ? undefined : estimate.quota - (estimate.usage ?? 0);
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

/** Formats a size for people: '1.1 MB', '42 MB'. */
export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    maximumFractionDigits: value < 10 && power > 1 ? 1 : 0,
  }).format(value);
}
