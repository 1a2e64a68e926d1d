import { LAST_STOP_KEY } from '../entered.ts';

/** The last stop of this browser's reader. */
export interface LastStop {
  /** An address of this site. */
  href: string;
  /** Text for people: `Finish the Sentence, 3 of 8`. */
  label: string;
}

/** Stores the reader's last stop. Does nothing when storage is refused. */
export function storeLastStop(stop: LastStop): void {
  try {
    localStorage.setItem(LAST_STOP_KEY, JSON.stringify(stop));
  } catch {
    // A returning reader then starts at the oceans.
  }
}
