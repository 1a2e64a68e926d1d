import { BEGUN } from '../begun-part.tsx';
import { BEGUN_KEY, OFFER_KEY, THROUGH_KEY, WELCOME_KEY } from '../begun-script.ts';

/** `nothing` was begun; `through`: all of it was seen; `open`: there is a stop to continue from. */
type Begun = 'nothing' | 'through' | 'open';

/**
 * Tells this page and the next ones what the reader has begun, and from when, in epoch ms, there is an offer
 * for somebody who is through; infinity: never.
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
    // The next page learns it when its code has come.
  }
}

/** Tells this page and the next ones from when, in epoch ms, the reader is welcomed back; infinity: never. */
export function markWelcome(at: number): void {
  const { dataset } = document.documentElement;
  if (at <= Date.now()) dataset.welcome = '';
  else delete dataset.welcome;
  try {
    if (Number.isFinite(at)) localStorage.setItem(WELCOME_KEY, String(at));
    else localStorage.removeItem(WELCOME_KEY);
  } catch {
    // The next page learns it when its code has come.
  }
}

/** Characters of the stored ids of waves: those of the last hundred or more. */
const MAX_THROUGH = 800;

/**
 * Tells the next loads of a wave's page whether the reader has seen all of it. This page no longer keeps room
 * for saying so.
 */
export function markThrough(waveId: number, through: boolean): void {
  delete document.documentElement.dataset.through;
  try {
    const before = localStorage.getItem(THROUGH_KEY) ?? ',';
    if (before.includes(`,${waveId},`) === through) return;
    const after = through ? `${before}${waveId},` : before.replace(`,${waveId},`, ',');
    localStorage.setItem(THROUGH_KEY, after.slice(-MAX_THROUGH));
  } catch {
    // The next page learns it when its code has come.
  }
}
