import { countUses, MAX_COUNTS, MAX_SEARCHES } from '../contract/calls.ts';
import type { Use } from '../contract/schemas.ts';

let uses: Use[] = [];
let searches: string[] = [];
/** What was noted since this page was loaded: each use counts once. */
const noted = new Set<string>();

/**
 * Notes a use of an item, without a person. The server hears of it as the page is left or hidden, in one
 * request, and counts nothing of an administrator. A browser that asks not to be tracked sends nothing.
 */
export function countUse(event: Use['event'], itemType: Use['itemType'], itemId: number): void {
  if (!isNew(`${event} ${itemType} ${itemId}`)) return;
  uses.push({ event, itemType, itemId });
  if (uses.length === MAX_COUNTS) send();
}

/** Notes a search without results. One that is only typed on takes the place of the one before. */
export function countEmptySearch(search: string): void {
  const last = searches.at(-1);
  if (last !== undefined && (search.startsWith(last) || last.startsWith(search))) searches.pop();
  if (!isNew(`search ${search}`)) return;
  searches.push(search);
  if (searches.length > MAX_SEARCHES) searches.shift();
}

function isNew(key: string): boolean {
  if (noted.has(key)) return false;
  if (noted.size === 0) {
    addEventListener('pagehide', send);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
  }
  noted.add(key);
  return true;
}

/** “Do Not Track”, and Global Privacy Control. The server looks at the headers of both, too. */
const asksNotToBeTracked = () =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);

/** Sends what waits. Without a connection it waits for the next time. */
function send(): void {
  if (uses.length + searches.length === 0 || !navigator.onLine || asksNotToBeTracked()) return;
  // No header can be set: the type and the browser's own headers say where it comes from.
  const body = new Blob([JSON.stringify({ uses, searches })], { type: 'application/json' });
  navigator.sendBeacon(countUses.path, body);
  uses = [];
  searches = [];
}
