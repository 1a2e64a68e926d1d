import { databaseName } from '#platform/database/database-name.ts';
import { type Database, type OpenOptions, openDatabase } from '#platform/database/open.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';

/** A start-up error that a person can fix, printed without a stack trace. */
export class StartError extends Error {}

/** Opens the database. Throws {@link StartError} with its name and the reason. */
export async function openOrExplain(url: string, options?: OpenOptions): Promise<Database> {
  try {
    return await openDatabase(url, options);
  } catch (error) {
    const cause = error instanceof DatabaseUnavailable ? error.cause : error;
    throw new StartError(`The database ${databaseName(url)} cannot be opened: ${reason(cause)}`);
  }
}

export const reason = (error: unknown) =>
  error instanceof Error ? error.message || error.name : String(error);
