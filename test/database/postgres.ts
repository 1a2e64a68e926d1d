/** Runs a real PostgreSQL for tests and benchmarks from its own binaries, and removes it afterwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { appendFile, cp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#test/free-port.ts';
import { giveTo, postgresUser, preparedBinaries, reachableByAll } from './postgres-binaries.ts';

export interface RunningPostgres {
  /** URL of the maintenance database `postgres`. The superuser needs no password. */
  url: string;
  /** Creates an empty database, or a copy of `template`, and returns its URL. */
  createDatabase(name?: string, template?: string): Promise<string>;
  /** Data folder. */
  data: string;
  /** Stops the server and cuts every connection, as a machine's restart does. Data remains. */
  pause(): Promise<void>;
  /** Starts the server again on the same port. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const prefix = 'stillwater-postgres-';
const startTimeoutMs = 30_000;
const killTimeoutMs = 3_000;

/** Settings for speed without durability. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=64MB',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'timezone=UTC',
  'log_timezone=UTC',
];

/** Settings of the write-ahead log without a replica. */
const ALONE = ['wal_level=minimal', 'max_wal_senders=0'];
const REPLICATED = ['wal_level=replica', 'max_wal_senders=5', 'wal_keep_size=64MB'];

export interface PostgresOptions {
  /** Allows replicas. */
  replicated?: boolean;
  /** Starts as a copy of this server, which is paused meanwhile, and then follows it as a replica. */
  follows?: RunningPostgres;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Kills the server of a data folder, by the process id in the folder. */
function killServer(folder: string): void {
  const pidFile = join(folder, 'data', 'postmaster.pid');
  try {
    const [pid] = readFileSync(pidFile, 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    // Synchronous wait, because the calling process may be about to exit.
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let waited = 0; existsSync(pidFile) && waited < killTimeoutMs; waited += 10)
      Atomics.wait(pause, 0, 0, 10);
  } catch {
    // The server has already stopped, or never started.
  }
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Removes the folders of killed runs. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name);
    try {
      if (isAlive(Number(readFileSync(join(folder, 'owner'), 'utf8')))) continue;
      killServer(folder);
      removeFolder(folder);
    } catch {
      // The folder belongs to another user, or is still being created.
    }
  }
}

function makeFolder(): string {
  const usable = postgresUser.uid === undefined ? () => true : reachableByAll;
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => existsSync(folder) && usable(folder));
  if (!parent) throw new Error('PostgreSQL needs a temporary folder that every user can reach.');
  sweep(parent);
  const folder = mkdtempSync(join(parent, prefix));
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  writeFileSync(join(folder, 'owner'), String(process.pid));
  const { uid, gid } = postgresUser;
  if (uid !== undefined && gid !== undefined) {
    for (const path of [folder, join(folder, 'data')]) chownSync(path, uid, gid);
  }
  chmodSync(folder, 0o700);
  return folder;
}

interface Program {
  child: ChildProcess;
  output: () => string;
}

function startProgram(native: string, folder: string, name: string, args: string[]): Program {
  const lib = join(native, 'lib');
  const child = spawn(join(native, 'bin', name), args, {
    // The server's user may have no access to the project folder.
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: lib, DYLD_LIBRARY_PATH: lib },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...postgresUser,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output = (output + chunk).slice(-8_000);
    });
  }
  child.on('error', (error) => {
    output += error.message;
  });
  return { child, output: () => output };
}

async function initialise(native: string, folder: string): Promise<void> {
  const { child, output } = startProgram(native, folder, 'initdb', [
    ...['--pgdata', join(folder, 'data'), '--username', 'postgres', '--auth=trust', '--encoding=UTF8'],
    ...[
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
      '--no-instructions',
    ],
  ]);
  const code = await new Promise((resolve) => {
    child.on('error', resolve);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`initdb failed:\n${output()}`);
}

/** Copies the folder of a stopped server to create its replica (PostgreSQL's manual, 26.2). */
async function copyAsReplica(source: RunningPostgres, folder: string): Promise<void> {
  const data = join(folder, 'data');
  await cp(source.data, data, { recursive: true, verbatimSymlinks: true });
  const { hostname, port, username } = new URL(source.url);
  await writeFile(join(data, 'standby.signal'), '');
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username}'\n`,
  );
  await giveTo(data, postgresUser);
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Resolves when the server answers a query; undefined if it exited, for example because its port was taken.
 */
async function listen(
  native: string,
  folder: string,
  port: number,
  more: string[],
): Promise<{ url: string; program: Program } | undefined> {
  const args = [...settings, ...more, `port=${port}`].flatMap((setting) => ['-c', setting]);
  const program = startProgram(native, folder, 'postgres', ['-D', join(folder, 'data'), ...args]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  for (const until = Date.now() + startTimeoutMs; Date.now() < until; await sleep(20)) {
    if (program.child.exitCode !== null || program.child.signalCode !== null) return undefined;
    // Another program might use this port until the server reports that it is ready.
    if (!/ready to accept (read-only )?connections/.test(program.output())) continue;
    await query(url, 'select 1');
    return { url, program };
  }
  program.child.kill('SIGQUIT');
  throw new Error(`PostgreSQL did not start within ${startTimeoutMs / 1000} s:\n${program.output()}`);
}

/** Creates a database on the server behind `baseUrl`. */
export async function createDatabase(
  baseUrl: string,
  name = `test_${randomUUID().replaceAll('-', '')}`,
  template = 'template0',
): Promise<string> {
  const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;
  // Copying files is fastest without fsync.
  await query(baseUrl, `create database ${quoted(name)} template ${quoted(template)} strategy file_copy`);
  const url = new URL(baseUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Runs `clean` when the process ends by anything but SIGKILL. The exit itself stays unchanged. */
function onEnd(clean: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const onSignal = (signal: NodeJS.Signals) => {
    clean();
    forget();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const forget = () => {
    process.off('exit', clean);
    for (const signal of signals) process.off(signal, onSignal);
  };
  process.on('exit', clean);
  for (const signal of signals) process.on(signal, onSignal);
  return forget;
}

export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  const { follows } = options;
  const more = follows || options.replicated ? REPLICATED : ALONE;
  const folder = makeFolder();
  const forget = onEnd(() => {
    killServer(folder);
    removeFolder(folder);
  });
  try {
    const native = await preparedBinaries(folder);
    if (follows) await copyAsReplica(follows, folder);
    else await initialise(native, folder);
    let running: Awaited<ReturnType<typeof listen>>;
    for (let tries = 0; !running && tries < 3; tries += 1)
      running = await listen(native, folder, await freePort(), more);
    if (!running) throw new Error('PostgreSQL exited right after its start three times.');
    const { url } = running;
    let { program } = running;
    const pause = async () => {
      if (program.child.exitCode !== null || program.child.signalCode !== null) return;
      const ended = once(program.child, 'exit');
      program.child.kill('SIGINT');
      await ended;
    };
    return {
      url,
      data: join(folder, 'data'),
      createDatabase: (name, template) => createDatabase(url, name, template),
      pause,
      async resume() {
        const again = await listen(native, folder, Number(new URL(url).port), more);
        if (!again) throw new Error('PostgreSQL did not start again.');
        program = again.program;
      },
      async stop() {
        await pause();
        forget();
        removeFolder(folder);
      },
    };
  } catch (error) {
    killServer(folder);
    forget();
    removeFolder(folder);
    throw error;
  }
}
