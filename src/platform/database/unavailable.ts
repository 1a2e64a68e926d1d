/**
 * `away`: the database is unreachable. `busy`: a lock or a connection was not free in time. `full`: no disk
 * space is left for writes; reads still work.
 */
export type Unavailability = 'away' | 'busy' | 'full';

/**
 * The database is temporarily unavailable. Nothing was changed, except that a commit with a lost connection
 * (`away`) may have succeeded.
 */
export class DatabaseUnavailable extends Error {
  readonly why: Unavailability;

  constructor(why: Unavailability, cause: unknown) {
    super(`The database is ${why}: ${cause instanceof Error ? cause.message || cause.name : cause}`, {
      cause,
    });
    this.name = 'DatabaseUnavailable';
    this.why = why;
  }
}
