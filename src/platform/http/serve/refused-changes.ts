import { isReadOnly } from '../../database/dialect.ts';
import type { DatabaseUnavailable } from '../../database/unavailable.ts';

interface Refusal {
  /** Epoch ms. */
  at: number;
  why: 'full' | 'read-only';
  /** The database's own words. */
  reason: string;
}

/** Remembers when the database last refused a change, although it can be read. */
export class RefusedChanges {
  last: Refusal | undefined;

  note({ why, cause }: DatabaseUnavailable): void {
    if (why !== 'full' && !isReadOnly(cause)) return;
    const { message = '' } = Object(cause) as { message?: string };
    this.last = { at: Date.now(), why: why === 'full' ? 'full' : 'read-only', reason: message };
  }
}
