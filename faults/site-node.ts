import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverArguments, serverEnvironment } from '../scripts/lib/serve.mjs';

/* Runs the real program as a process that can be observed, stopped and killed. */

const ROOT = join(import.meta.dirname, '..');
const START_WITHIN = 60_000;
const END_WITHIN = 20_000;
/** Clock ticks per second in /proc (USER_HZ, fixed on Linux). */
const TICK_MS = 10;

export const ADMIN = { username: 'admin', password: 'Fault-script-2026' };

export interface NodeSetup {
  port: number;
  dataDir: string;
  databaseUrl?: string;
  environment?: Record<string, string>;
}

export interface SiteNode {
  url: string;
  pid: number;
  isRunning(): boolean;
  /** Returns the last lines of the output. */
  output(): string;
  /** Returns the resident memory in MB; 0 on systems without /proc. */
  memory(): number;
  /** Returns the processor time in ms; 0 on systems without /proc. */
  processorTime(): number;
  /** Sends a stop signal and waits. Returns how the process ended. */
  stop(): Promise<string>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts a node and waits until it is ready. Throws with its output if it does not start. */
export async function startNode({
  port,
  dataDir,
  databaseUrl,
  environment = {},
}: NodeSetup): Promise<SiteNode> {
  const child = spawn(process.execPath, serverArguments, {
    cwd: ROOT,
    env: {
      ...serverEnvironment,
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD: ADMIN.password,
      // Simulated persons send their IP address in a forwarding header.
      TRUST_PROXY: 'loopback',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output = (output + chunk).slice(-4_000);
    });
  const end = once(child, 'exit').then(([code, signal]) => String(signal ?? `exit code ${code}`));
  await ready(child, () => output);
  const pid = child.pid ?? 0;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    isRunning,
    output: () => output,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(proc(pid, 'status'))?.[1] ?? 0) / 1024,
    processorTime() {
      const fields = proc(pid, 'stat')
        .replace(/^.*\) /s, '')
        .split(' ');
      return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
    },
    async stop() {
      if (!isRunning()) return end;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), END_WITHIN);
      const how = await end;
      clearTimeout(timer);
      return how;
    },
    async kill() {
      child.kill('SIGKILL');
      await end;
    },
  };
}

function ready(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The site ${why}:\n${output()}`));
    const timer = setTimeout(() => fail('did not start in time'), START_WITHIN);
    child.once('exit', (code) => fail(`ended with ${code}`));
    child.stdout?.on('data', () => {
      if (!output().includes('Stillwater is at')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

function proc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
