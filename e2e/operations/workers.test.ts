import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '#test/database/postgres.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';

/* Several worker processes on one port. */

const WORKERS = 3;
/** Four processes start at the same time, which takes minutes on a busy machine. */
const START_WITHIN = { timeout: 180_000 };
let postgres: RunningPostgres;
let dataDir: string;
let site: Site | undefined;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
afterEach(async () => {
  await site?.stop();
  await removeDataDir(dataDir);
});

interface Site {
  url: string;
  output(): string;
  workers(): number[];
  /** Sends a signal to the primary process. */
  kill(signal: NodeJS.Signals): void;
  stop(): Promise<number | null>;
}

async function start(environment: Record<string, string>): Promise<Site> {
  dataDir = await newDataDir();
  const child = spawn(process.execPath, ['src/app/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SLOW_QUERY_MS: '600000',
      WORKERS: String(WORKERS),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const workers = () => childrenOf(child);
  await expect.poll(() => output, START_WITHIN).toMatch(/Stillwater is at \S+/);
  await expect.poll(() => output, START_WITHIN).toContain(`${WORKERS} processes serve it`);
  return {
    url: /Stillwater is at (\S+)/.exec(output)?.[1] ?? '',
    output: () => output,
    workers,
    kill: (signal) => void child.kill(signal),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      return child.exitCode;
    },
  };
}

const childrenOf = ({ pid }: ChildProcess) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const post = (path: string, body: object) =>
  fetch(`${site?.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  });

/**
 * Starts a login, which takes a while. `begun` resolves once a worker has the request and requests its body,
 * and `status` resolves with the response.
 */
function beginLogin(username: string) {
  const request = http.request(`${site?.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
    agent: false,
  });
  const status = once(request, 'response').then(([response]) => response.resume().statusCode as number);
  const begun = once(request, 'continue').then(() => {
    request.end(JSON.stringify({ username, password: 'some password' }));
  });
  request.flushHeaders();
  return { begun, status };
}

// /proc lists the child processes.
describe.runIf(process.platform === 'linux').each(['sqlite', 'postgres'] as const)(
  'workers over %s',
  (engine) => {
    const environment = async (): Promise<Record<string, string>> =>
      engine === 'postgres' ? { DATABASE_URL: await postgres.createDatabase() } : {};

    test('workers share port, database and metrics', async () => {
      site = await start(await environment());
      const emails = Array.from({ length: 20 }, (_, n) => `person-${n}@example.org`);
      const statuses = await Promise.all(
        emails.map((email) => post('/api/email-signup', { email }).then(({ status }) => status)),
      );
      expect(statuses).toEqual(emails.map(() => 201));
      for (let look = 0; look < 4; look += 1) {
        const metrics = await (
          await fetch(`${site.url}/metrics`, { headers: { connection: 'close' } })
        ).text();
        const line =
          'http_request_duration_seconds_count{method="POST",route="/api/email-signup",status="2xx"} 20';
        expect(metrics).toContain(line);
      }
      for (const line of ['Stillwater is at', 'The administrator is', 'The demo catalogue is in'])
        expect(site.output().split(line), line).toHaveLength(2);
      expect(site.output()).not.toMatch(/warn|error/);
    });

    test('workers return 503 for metrics when the primary cannot collect them', async () => {
      site = await start(await environment());
      // The primary distributes connections, so a worker has this one already.
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      const askMetrics = async () => {
        const [response] = await once(http.get(`${site?.url}/metrics`, { agent }), 'response');
        await once(response.resume(), 'end');
        return response.statusCode;
      };
      expect(await askMetrics()).toBe(200);
      site.kill('SIGSTOP');
      expect(await askMetrics().finally(() => site?.kill('SIGCONT'))).toBe(503);
      expect(await askMetrics()).toBe(200);
      agent.destroy();
    });

    test('dead workers are replaced, and workers finish open requests before they stop', async () => {
      site = await start(await environment());
      const [first = 0] = site.workers();
      process.kill(first, 'SIGKILL');
      await expect.poll(() => site?.workers().includes(first), START_WITHIN).toBe(false);
      await expect.poll(() => site?.workers().length, START_WITHIN).toBe(WORKERS);
      expect((await fetch(`${site.url}/api/oceans`)).status).toBe(200);

      // Few enough for the ten seconds of a stop, also on a busy machine.
      const logins = Array.from({ length: 12 }, (_, n) => beginLogin(`nobody-${n}`));
      await Promise.all(logins.map(({ begun }) => begun));
      const statuses = logins.map(({ status }) => status);
      const stopped = site.stop();
      expect(await Promise.all(statuses)).toEqual(logins.map(() => 401));
      expect(await stopped).toBe(0);
      expect(site.output().match(/finishing open requests/g)).toHaveLength(1);
    });
  },
);

test.runIf(process.platform === 'linux')(
  'while the database hangs, metrics lack only the values that it stores',
  async () => {
    const url = await postgres.createDatabase();
    site = await start({ DATABASE_URL: url });
    const blocker = new pg.Client({ connectionString: url });
    await blocker.connect();
    await blocker.query('begin; lock table mails');
    try {
      const answer = await fetch(`${site.url}/metrics`, { headers: { connection: 'close' } });
      const metrics = await answer.text();
      expect(metrics).toContain('process_resident_memory_bytes ');
      expect(metrics).toContain('# TYPE mails_waiting gauge');
      expect(metrics).not.toMatch(/^mails_waiting /m);
    } finally {
      await blocker.end();
    }
  },
);

test.runIf(process.platform === 'linux')(
  'a port in use is reported once, and no process remains',
  async () => {
    site = await start({});
    const port = new URL(site.url).port;
    const other = spawn(process.execPath, ['src/app/main.ts'], {
      env: { ...process.env, NODE_ENV: '', PORT: port, DATA_DIR: dataDir, WORKERS: '3' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [other.stdout, other.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
      });
    expect((await once(other, 'exit'))[0]).toBe(1);
    expect(output.split(`Port ${port} is taken`)).toHaveLength(2);
    expect(output).not.toContain('at node:');
  },
);
