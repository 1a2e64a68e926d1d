import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess } from '../site-process.ts';

/* Runs Varnish and nginx with the files of deploy/. */

const DEPLOY = join(import.meta.dirname, '../../deploy');
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
const START_WITHIN = 60_000;

const onPath = (name: string) =>
  PATH.split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);

export const findNginx = (): string | undefined => onPath('nginx');

/** Finds a Varnish with the modules of Debian's `varnish-modules`. */
export function findVarnish(): string | undefined {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/lib64'];
  const hasModules = folders.some((folder) => existsSync(join(folder, 'varnish/vmods/libvmod_xkey.so')));
  return hasModules ? onPath('varnishd') : undefined;
}

export interface SharedCache {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Replaces a text. Throws when the text does not occur. */
function swap(text: string, old: string, now: string): string {
  if (!text.includes(old)) throw new Error(`The configuration does not have: ${old}`);
  return text.replaceAll(old, now);
}

/** Starts Varnish in front of these ports of 127.0.0.1: two nodes, or one node twice. */
export async function startVarnish(port: number, ports: readonly [number, number]): Promise<SharedCache> {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-varnish-'));
  const [one, other] = ports;
  let vcl = readFileSync(join(DEPLOY, 'varnish.vcl'), 'utf8');
  vcl = swap(swap(vcl, '"3001"', `"${one}"`), '"3002"', `"${other}"`);
  return runVarnish(port, vcl, folder);
}

/** Starts Varnish with its built-in rules in front of a port, to compare the rate. */
export async function startPlainVarnish(port: number, origin: number): Promise<SharedCache> {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-varnish-'));
  const vcl = `vcl 4.1;\nbackend origin { .host = "127.0.0.1"; .port = "${origin}"; }\n`;
  return runVarnish(port, vcl, folder);
}

async function runVarnish(port: number, vcl: string, folder: string): Promise<SharedCache> {
  await writeFile(join(folder, 'site.vcl'), vcl);
  const options = [
    ...['-F', '-a', `127.0.0.1:${port}`, '-f', join(folder, 'site.vcl'), '-n', join(folder, 'work')],
    ...['-s', 'malloc,128m', '-p', 'http_gzip_support=off', '-p', 'thread_pool_min=50', '-j', 'none'],
  ];
  return started('varnishd', options, port, folder);
}

/** Starts nginx with deploy/nginx-cache.conf. */
export async function startNginxCache(port: number, ports: readonly [number, number]): Promise<SharedCache> {
  const folder = await mkdtemp(join(tmpdir(), 'stillwater-nginx-'));
  await writeFile(join(folder, 'nodes.conf'), ports.map((node) => `server 127.0.0.1:${node};\n`).join(''));
  let conf = readFileSync(join(DEPLOY, 'nginx-cache.conf'), 'utf8');
  conf = swap(conf, '/etc/nginx/stillwater-nodes.conf', join(folder, 'nodes.conf'));
  conf = swap(conf, '/var/cache/nginx-stillwater', join(folder, 'cache'));
  conf = swap(conf, '127.0.0.1:6081', `127.0.0.1:${port}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    join(folder, 'nginx.conf'),
    `${user} daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}\n` +
      `http { access_log off; ${temporary.join(' ')}\n${conf}\n}`,
  );
  return started('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], port, folder);
}

async function started(program: string, args: string[], port: number, folder: string): Promise<SharedCache> {
  const child = spawn(program, args, { env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const stop = async () => {
    await endProcess(child);
    await rm(folder, { recursive: true, force: true });
  };
  for (const until = performance.now() + START_WITHIN; !(await listens(port)); await sleep(50)) {
    if (child.exitCode === null && performance.now() < until) continue;
    const files = await readdir(folder).catch(() => []);
    await stop();
    throw new Error(`${program} did not start (${files.join(', ')}): ${complaint}`);
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop };
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
