import type { DatabaseUnavailable } from '../../database/unavailable.ts';

interface Refusal {
  /** Epoch ms. */
  at: number;
  why: 'full' | 'read-only';
  /** The database's own words. */
  reason: string;
}

/** PostgreSQL's `read_only_sql_transaction`, and SQLite's READONLY. */
const READ_ONLY = { postgres: '25006', sqlite: 8 };

/** Remembers when the database last refused a change, although it can be read. */
export class RefusedChanges {
  last: Refusal | undefined;

  note({ why, cause }: DatabaseUnavailable): void {
    const { code, errcode, message } = Object(cause) as { code?: string; errcode?: number; message?: string };
    const isReadOnly = code === READ_ONLY.postgres || (errcode ?? 0) % 256 === READ_ONLY.sqlite;
    if (why !== 'full' && !isReadOnly) return;
    this.last = { at: Date.now(), why: why === 'full' ? 'full' : 'read-only', reason: message ?? '' };
  }
}
