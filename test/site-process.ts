import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serverArguments, serverEnvironment } from '../scripts/lib/serve.mjs';

const ROOT = join(import.meta.dirname, '..');
/** Timeout in ms, long because the machine may be busy. */
const START_WITHIN = 120_000;
const WRITTEN_WITHIN = 60_000;

export interface SiteProcess {
  url: string;
  /** Milliseconds from the command to the printed address. */
  startedIn: number;
  pid: number;
  stop(): Promise<void>;
}

export const newDataDir = () => mkdtemp(join(tmpdir(), 'stillwater-data-'));
export const removeDataDir = (folder: string) => rm(folder, { recursive: true, force: true });

/** Opens the SQLite database of a running site. Waits while the site writes, as the site itself does. */
export const openDatabase = (dataDir: string) =>
  new DatabaseSync(join(dataDir, 'stillwater.db'), { timeout: WRITTEN_WITHIN });

/** Returns the environment of a site on a free port. */
export const siteEnvironment = (dataDir: string, environment: Record<string, string>) => ({
  ...process.env,
  ...serverEnvironment,
  NODE_ENV: '',
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  // Tests that need ffmpeg enable it, because uploaded films then get other addresses.
  FFMPEG: 'off',
  ...environment,
});

/** Starts the site on a free port, as a user would, and waits until it listens. */
export async function startSiteProcess(
  dataDir: string,
  environment: Record<string, string> = {},
  // The same command as in scripts/start.mjs.
  command: string[] = [process.execPath, ...serverArguments],
): Promise<SiteProcess> {
  const begun = performance.now();
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: siteEnvironment(dataDir, environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await printedAddress(child);
  return {
    url,
    startedIn: performance.now() - begun,
    pid: child.pid ?? 0,
    stop: () => endProcess(child),
  };
}

/** Stops a process that may already have exited. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The site did not start:\n${output}`)), START_WITHIN);
    const look = (chunk: Buffer) => {
      output += chunk;
      const url = /Stillwater is at (\S+)/.exec(output)?.[1];
      if (!url) return;
      clearTimeout(timer);
      // Unread output would block the process.
      child.stdout?.off('data', look).resume();
      resolve(url);
    };
    child.stdout?.on('data', look);
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}:\n${output}`)));
  });
}
