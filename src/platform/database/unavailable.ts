/**
 * `away`: the database cannot be reached; `busy`: others hold what is needed for too long, or too many wait;
 * `full`: there is no room to write, reading goes on.
 */
export type Unavailability = 'away' | 'busy' | 'full';

/**
 * The database cannot do now what it was asked for, and may be able to later. Nothing was changed, except that a commit
 * during which the connection was lost (`away`) may have been carried out.
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
