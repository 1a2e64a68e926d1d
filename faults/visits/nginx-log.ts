import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotRun } from '../report.ts';

/* Runs Debian's nginx in front of a node, and counts its log with goaccess. */

const PATH = `${process.env.PATH}:/usr/sbin`;

interface LoggingProxy {
  url: string;
  /** Path of the log, in the combined format. */
  log: string;
  stop(): Promise<void>;
}

const assertInstalled = (program: string, argument: string) => {
  if (spawnSync(program, [argument], { env: { PATH } }).error)
    throw new CannotRun(`${program} is not installed: apt-get install nginx-light goaccess`);
};

/** Throws unless nginx and goaccess are installed. */
export function assertLogTools(): void {
  assertInstalled('nginx', '-v');
  assertInstalled('goaccess', '--version');
}

/** Starts nginx in front of a node (`host:port`). Its log excludes visitors who ask not to be tracked. */
export async function startLoggingProxy(folder: string, port: number, node: string): Promise<LoggingProxy> {
  const log = join(folder, 'access.log');
  const file = join(folder, 'nginx.conf');
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ');
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log stderr;
events { worker_connections 1024; }
http {
  ${folders}
  map "$http_dnt$http_sec_gpc" $may_log { "" 1; default 0; }
  access_log ${log} combined if=$may_log;
  upstream node { server ${node}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    location / { proxy_pass http://node; }
  }
}
`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', file], { env: { PATH }, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await listens(child, `${url}/healthz`);
  return {
    url,
    log,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      // nginx finishes its requests and writes the log.
      child.kill('SIGQUIT');
      await ended;
    },
  };
}

async function listens(child: ChildProcess, url: string): Promise<void> {
  // The header keeps this health check out of the log.
  const answers = () =>
    fetch(url, { headers: { dnt: '1' } }).then(
      () => true,
      () => false,
    );
  for (let tries = 0; !(await answers()); tries += 1) {
    if (tries > 200 || child.exitCode !== null) throw new Error('nginx did not start.');
    await sleep(50);
  }
}

/** Counts of a log by goaccess. */
export interface LogCounts {
  /** Requests by method and path. */
  requests: ReadonlyMap<string, number>;
  /** Pages by referring host. */
  hosts: ReadonlyMap<string, number>;
}

interface Panel {
  data: { data: string; method?: string; hits: { count: number } }[];
}

/** Counts a log with goaccess. */
export function countLog(log: string): LogCounts {
  const { stdout, stderr, status } = spawnSync(
    'goaccess',
    [
      ...['--no-global-config', '--log-format=COMBINED', '--no-progress', '--max-items=1000'],
      // Visits repeat what a busy site refused.
      '--ignore-status=503',
      ...['-o', `${log}.json`, log],
    ],
    { env: { PATH, LANG: 'C.UTF-8' }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (status !== 0) throw new Error(`goaccess failed: ${stderr}${stdout}`);
  const report: Record<'requests' | 'referring_sites', Panel> = JSON.parse(
    readFileSync(`${log}.json`, 'utf8'),
  );
  return {
    requests: new Map(
      report.requests.data.map(({ data, method, hits }) => [`${method} ${data}`, hits.count]),
    ),
    hosts: new Map(report.referring_sites.data.map(({ data, hits }) => [data, hits.count])),
  };
}
