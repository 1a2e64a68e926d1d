import type { ReplicaSetup, ReplicaTrouble } from './replica-watch.ts';

interface Log {
  info(message: string): void;
  warn(details: object, message: string): void;
}

const WORDS: Record<ReplicaTrouble, string> = {
  away: 'the replica of the database is away: the primary serves its reads',
  behind: 'the replica of the database is too far behind: the primary serves its reads',
  'not a replica': 'the server of DATABASE_REPLICA_URL is not a replica of this database: it is not read',
};

/** Makes the callback that logs when the replica starts or stops serving. */
export const logReplica =
  (log: () => Log | undefined): ReplicaSetup['onChange'] =>
  (trouble, error) => {
    if (trouble === null) log()?.info('the replica of the database serves reads');
    else log()?.warn({ err: error }, WORDS[trouble]);
  };
