import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '#platform/database/open.ts';
import { ask } from '#test/database/ask.ts';
import { startPostgresServer } from '../../faults/postgres-server.ts';

/** Storage of a run's nodes. */
export interface Storage {
  folder: string;
  /** `DATA_DIR` of all nodes. */
  dataDir: string;
  /** Undefined: an SQLite file in `dataDir`. */
  databaseUrl: string | undefined;
  /** URL of the same database, for the benchmark. */
  url: string;
  /** Megabytes of the database. */
  size(): Promise<number>;
  remove(): Promise<void>;
}

/** Creates a folder and, for PostgreSQL, a durable server in it. */
export async function openStorage(engine: Engine): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-soak-'));
  // As root, PostgreSQL runs as another user, who needs access to its folder.
  await chmod(folder, 0o711);
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  if (engine === 'sqlite') {
    const url = `sqlite:${join(dataDir, 'stillwater.db')}`;
    return {
      folder,
      dataDir,
      databaseUrl: undefined,
      url,
      size: () => fileSize(dataDir),
      remove: removeFolder,
    };
  }
  const server = await startPostgresServer(folder);
  const size = async () => {
    const [row] = await ask(server.url, 'select pg_database_size(current_database()) as bytes');
    return Number(row?.bytes) / 1e6;
  };
  const remove = async () => {
    await server.stop();
    await removeFolder();
  };
  return { folder, dataDir, databaseUrl: server.url, url: server.url, size, remove };
}

/** Returns the megabytes of the database with its write-ahead log. */
async function fileSize(dataDir: string): Promise<number> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith('stillwater.db'));
  const sizes = await Promise.all(names.map((name) => stat(join(dataDir, name)).catch(() => ({ size: 0 }))));
  return sizes.reduce((sum, { size }) => sum + size, 0) / 1e6;
}
