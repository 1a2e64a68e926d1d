/** A real PostgreSQL for tests and benchmarks: started from its own binaries, gone without a trace afterwards. */
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
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { postgresUser, preparedBinaries, reachableByAll } from './postgres-binaries.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export interface RunningPostgres {
  /** Of the maintenance database `postgres`; the superuser of the same name needs no password. */
  url: string;
  /** Makes an empty database, or a copy of `template`, and answers its URL. */
  createDatabase(name?: string, template?: string): Promise<string>;
  /** Ends it as a machine's restart does, cutting every connection; what it holds stays. */
  pause(): Promise<void>;
  /** Starts it again, on the same port. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const prefix = 'stillwater-postgres-';
const startTimeoutMs = 30_000;
const killTimeoutMs = 3_000;

/** Settings for speed: nothing here has to survive the run. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=64MB',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'timezone=UTC',
  'log_timezone=UTC',
];

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ends the server of a data folder at once, by the process id that it keeps there until it has ended. */
function killServer(folder: string): void {
  const pidFile = join(folder, 'data', 'postmaster.pid');
  try {
    const [pid] = readFileSync(pidFile, 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    // Without asynchrony, as the process that calls this may be about to end itself.
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let waited = 0; existsSync(pidFile) && waited < killTimeoutMs; waited += 10)
      Atomics.wait(pause, 0, 0, 10);
  } catch {
    // It has already ended, or never started.
  }
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Removes what runs that were killed outright have left behind. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(parent, name);
    try {
      if (isAlive(Number(readFileSync(join(folder, 'owner'), 'utf8')))) continue;
      killServer(folder);
      removeFolder(folder);
    } catch {
      // Another user's, or just being made.
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

interface Program {
  child: ChildProcess;
  output: () => string;
}

function startProgram(native: string, folder: string, name: string, args: string[]): Program {
  const lib = join(native, 'lib');
  const child = spawn(join(native, 'bin', name), args, {
    // Our own folder may be closed to the user that it runs as.
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

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Resolves once the server answers a query; undefined if it ended before, as when the port was taken meanwhile. */
async function listen(
  native: string,
  folder: string,
  port: number,
): Promise<{ url: string; program: Program } | undefined> {
  const args = [...settings, `port=${port}`].flatMap((setting) => ['-c', setting]);
  const program = startProgram(native, folder, 'postgres', ['-D', join(folder, 'data'), ...args]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  for (const until = Date.now() + startTimeoutMs; Date.now() < until; await sleep(20)) {
    if (program.child.exitCode !== null || program.child.signalCode !== null) return undefined;
    // Until it says so itself, another program might be the one that answers on this port.
    if (!program.output().includes('ready to accept connections')) continue;
    await query(url, 'select 1');
    return { url, program };
  }
  program.child.kill('SIGQUIT');
  throw new Error(`PostgreSQL did not start within ${startTimeoutMs / 1000} s:\n${program.output()}`);
}

/** Creates a database on the server behind `baseUrl`, for those who only know its URL. */
export async function createDatabase(
  baseUrl: string,
  name = `test_${randomUUID().replaceAll('-', '')}`,
  template = 'template0',
): Promise<string> {
  const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;
  // Copying files is the fast way where nothing is synced to the disk.
  await query(baseUrl, `create database ${quoted(name)} template ${quoted(template)} strategy file_copy`);
  const url = new URL(baseUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Does `clean` when the process ends in any way but SIGKILL, and leaves the ending as it was. */
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

export async function startPostgres(): Promise<RunningPostgres> {
  const folder = makeFolder();
  const forget = onEnd(() => {
    killServer(folder);
    removeFolder(folder);
  });
  try {
    const native = await preparedBinaries(folder);
    await initialise(native, folder);
    let running: Awaited<ReturnType<typeof listen>>;
    for (let tries = 0; !running && tries < 3; tries += 1)
      running = await listen(native, folder, await freePort());
    if (!running) throw new Error('PostgreSQL ended right after its start, three times over.');
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
      createDatabase: (name, template) => createDatabase(url, name, template),
      pause,
      async resume() {
        const again = await listen(native, folder, Number(new URL(url).port));
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

/** Vitest's global setup: one server for the whole run, its URL injected into the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
