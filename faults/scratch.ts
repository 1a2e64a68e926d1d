import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

/* Temporary environment of a script: folder, nodes and cleanup. */

export type Engine = 'sqlite' | 'postgres';
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

export interface Scratch {
  folder: string;
  /** Creates a data folder. */
  dataDir(name: string): Promise<string>;
  /** Starts a PostgreSQL server that ends with the script. */
  postgres(): Promise<PostgresServer>;
  /** Cleanup steps, run in reverse order whatever happens. */
  afterwards(undo: () => unknown): void;
}

/** Runs `work` in a temporary folder and cleans up on success, failure and interruption. */
export async function withScratch<T>(work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-faults-'));
  // As root, PostgreSQL runs as another user, who needs access to its folder.
  await chmod(folder, 0o711);
  const undoes: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const undoAll = async () => {
    for (let undo = undoes.pop(); undo; undo = undoes.pop())
      await Promise.resolve(undo()).catch((error: unknown) => console.error(error));
  };
  let cleaning: Promise<void> | undefined;
  // Cleanup runs once: an interruption ends the nodes, and thus makes the work fail during the cleanup.
  const clean = () => {
    cleaning ??= undoAll();
    return cleaning;
  };
  const interrupted = () => void clean().then(() => process.exit(130));
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', interrupted);
  try {
    return await work({
      folder,
      async dataDir(name) {
        const path = join(folder, name);
        await mkdir(path);
        return path;
      },
      async postgres() {
        const clusterFolder = join(folder, 'cluster');
        await mkdir(clusterFolder);
        const server = await startPostgresServer(clusterFolder);
        undoes.push(() => server.stop());
        return server;
      },
      afterwards: (undo) => undoes.push(undo),
    });
  } finally {
    await clean();
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
  }
}
