/**
 * `away`: the database is unreachable. `busy`: a lock or a connection was not free in time. `full`: no disk
 * space is left for writes; reads still work.
 */
export type Unavailability = 'away' | 'busy' | 'full';

const MEANING: Record<Unavailability, string> = {
  away: 'The database cannot be reached',
  busy: 'The database is busy',
  full: 'The disk of the database is full',
};

/**
 * The database is temporarily unavailable. Nothing was changed, except that a commit with a lost connection
 * (`away`) may have succeeded.
 */
export class DatabaseUnavailable extends Error {
  readonly why: Unavailability;

  constructor(why: Unavailability, cause: unknown) {
    super(`${MEANING[why]}: ${cause instanceof Error ? cause.message || cause.name : cause}`, { cause });
    this.name = 'DatabaseUnavailable';
    this.why = why;
  }
}
