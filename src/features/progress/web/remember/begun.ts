import { BEGUN } from '../begun-part.tsx';
import { BEGUN_KEY, OFFER_KEY, THROUGH_KEY, WELCOME_KEY } from '../begun-script.ts';

/** `through`: everything begun was seen. `open`: there is a stop to continue from. */
type Begun = 'nothing' | 'through' | 'open';

/**
 * Stores for this page and the next ones what the reader has begun. `offer`: time in epoch ms of the next
 * offer to a reader who is through; infinity for never.
 */
export function markBegun(begun: Begun, offer = Number.POSITIVE_INFINITY): void {
  const { dataset } = document.documentElement;
  const first = dataset.begun === undefined;
  if (begun === 'nothing') delete dataset.begun;
  else dataset.begun = begun;
  if (first && begun !== 'nothing') dispatchEvent(new Event(BEGUN));
  try {
    if (begun === 'nothing') for (const key of [BEGUN_KEY, THROUGH_KEY]) localStorage.removeItem(key);
    else localStorage.setItem(BEGUN_KEY, begun);
    if (Number.isFinite(offer)) localStorage.setItem(OFFER_KEY, String(offer));
    else localStorage.removeItem(OFFER_KEY);
  } catch {
    // Without storage, the next page finds out after its code has loaded.
  }
}

/** Stores for this page and the next ones the time in epoch ms of the next welcome; infinity for never. */
export function markWelcome(at: number): void {
  const { dataset } = document.documentElement;
  if (at <= Date.now()) dataset.welcome = '';
  else delete dataset.welcome;
  try {
    if (Number.isFinite(at)) localStorage.setItem(WELCOME_KEY, String(at));
    else localStorage.removeItem(WELCOME_KEY);
  } catch {
    // Without storage, the next page finds out after its code has loaded.
  }
}

/** Maximum length in characters of the stored wave ids: a hundred or more of the latest. */
const MAX_THROUGH = 800;

/**
 * Stores for the next loads of a wave's page whether the reader has seen all of it. On this page, removes the
 * reserved room.
 */
export function markThrough(waveId: number, through: boolean): void {
  delete document.documentElement.dataset.through;
  try {
    const before = localStorage.getItem(THROUGH_KEY) ?? ',';
    if (before.includes(`,${waveId},`) === through) return;
    const after = through ? `${before}${waveId},` : before.replace(`,${waveId},`, ',');
    localStorage.setItem(THROUGH_KEY, after.slice(-MAX_THROUGH));
  } catch {
    // Without storage, the next page finds out after its code has loaded.
  }
}
