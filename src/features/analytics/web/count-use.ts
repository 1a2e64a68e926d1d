import { countUses, MAX_COUNTS, MAX_SEARCHES } from '../contract/calls.ts';
import type { Use } from '../contract/schemas.ts';

let uses: Use[] = [];
let searches: string[] = [];
/** Keys of all uses since this page was loaded, so that each use counts once. */
const noted = new Set<string>();

/**
 * Counts a use of an item, without a person. All uses are sent in one request when the page is closed or
 * hidden. The server does not count those of administrators and editors. A browser that asks not to be
 * tracked sends nothing.
 */
export function countUse(event: Use['event'], itemType: Use['itemType'], itemId: number): void {
  if (!isNew(`${event} ${itemType} ${itemId}`)) return;
  uses.push({ event, itemType, itemId });
  if (uses.length === MAX_COUNTS) send();
}

/** Counts a search without results. A longer or shorter form of the last search replaces it. */
export function countEmptySearch(search: string): void {
  const last = searches.at(-1);
  if (last !== undefined && (search.startsWith(last) || last.startsWith(search))) {
    searches.pop();
    noted.delete(keyOfSearch(last));
  }
  if (!isNew(keyOfSearch(search))) return;
  searches.push(search);
  if (searches.length > MAX_SEARCHES) searches.shift();
}

const keyOfSearch = (search: string) => `search ${search}`;

function isNew(key: string): boolean {
  if (noted.has(key)) return false;
  if (noted.size === 0) {
    addEventListener('pagehide', send);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
  }
  noted.add(key);
  return true;
}

/** Reads “Do Not Track” and Global Privacy Control. The server also checks the headers of both. */
const asksNotToBeTracked = () =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);

/** Sends the waiting uses and searches. Without a connection they wait for the next call. */
function send(): void {
  if (uses.length + searches.length === 0 || !navigator.onLine || asksNotToBeTracked()) return;
  // `sendBeacon` cannot set headers, so the server checks the body's type and the browser's own headers.
  const body = new Blob([JSON.stringify({ uses, searches })], { type: 'application/json' });
  navigator.sendBeacon(countUses.path, body);
  uses = [];
  searches = [];
}
