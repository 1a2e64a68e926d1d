import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { postgresUser, preparedBinaries } from '#test/database/postgres-binaries.ts';
import { freePort } from '#test/free-port.ts';

/* A durable PostgreSQL that can be stopped and started. The tests' PostgreSQL is not durable. */

const START_WITHIN = 30_000;

export interface PostgresServer {
  /** URL of the site's database. */
  url: string;
  /** Stops the server and cuts its connections, as a machine's restart does. */
  stop(): Promise<void>;
  /** Starts the server on the same port and waits until it responds. */
  start(): Promise<void>;
  /** Freezes the server: connections stay open without responses, as in a network partition. */
  freeze(): void;
  thaw(): void;
}

/** Creates and starts a database cluster in `folder`, to which the server's user needs access. */
export async function startPostgresServer(folder: string): Promise<PostgresServer> {
  const data = join(folder, 'postgres');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const { uid, gid } = postgresUser;
  if (uid !== undefined && gid !== undefined) for (const path of [folder, data]) chownSync(path, uid, gid);
  const native = await preparedBinaries(folder);
  const run = (program: string, args: string[]) =>
    spawn(join(native, 'bin', program), args, {
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: join(native, 'lib') },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...postgresUser,
    });

  await initialise(run, data);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=100',
  ];
  const base = `postgres://postgres@127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const start = async () => {
    server = run('postgres', ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]);
    server.stderr?.resume();
    await untilAnswered(`${base}/postgres`);
  };
  await start();
  await ask(`${base}/postgres`, 'create database stillwater');

  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [server?.pid ?? 0, ...childrenOf(server?.pid ?? 0)]) if (pid) process.kill(pid, signal);
  };
  return {
    url: `${base}/stillwater`,
    start,
    async stop() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  };
}

async function initialise(
  run: (program: string, args: string[]) => ChildProcess,
  data: string,
): Promise<void> {
  const child = run('initdb', [
    ...['--pgdata', data, '--username', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
  ]);
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`initdb failed:\n${output}`);
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function untilAnswered(url: string): Promise<void> {
  for (const until = Date.now() + START_WITHIN; Date.now() < until; await sleep(20)) {
    try {
      return await ask(url, 'select 1');
    } catch {
      // The server is still starting.
    }
  }
  throw new Error(`PostgreSQL did not start within ${START_WITHIN / 1000} s.`);
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
