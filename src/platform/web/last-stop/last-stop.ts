import { LAST_STOP_KEY } from '../entered.ts';

/** The lesson at which this browser's reader stopped. */
export interface LastStop {
  /** An address of this site. */
  href: string;
  /** As people read it: `Finish the Sentence, 3 of 8`. */
  label: string;
}

/** Stores where the reader is. Does nothing in a browser that refuses storage. */
export function storeLastStop(stop: LastStop): void {
  try {
    localStorage.setItem(LAST_STOP_KEY, JSON.stringify(stop));
  } catch {
    // A returning reader then lands on the oceans.
  }
}
