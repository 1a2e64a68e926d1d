import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/* Runs nginx as the TLS proxy in front of the nodes, with the files of deploy/. */

const DEPLOY = join(import.meta.dirname, '../../deploy');
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
const read = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');

export interface ProxySetup {
  /** Folder of nginx's files, removed by the caller. */
  folder: string;
  /** Addresses of two nodes, as `host:port`. */
  nodes: string[];
  http: number;
  https: number;
  /** Folder that the internal location serves. */
  uploads?: string;
  /** Serves plain HTTP on the TLS port, for load tests without the cost of TLS. */
  plain?: boolean;
}

/** Returns the path of nginx's list of nodes. */
export const nodesFile = (folder: string): string => join(folder, 'nodes.conf');

/** Replaces a text. Throws when the text does not occur. */
function swap(text: string, old: string | RegExp, now: string): string {
  if (text.search(old) === -1) throw new Error(`The configuration does not have: ${old}`);
  return text.replaceAll(old instanceof RegExp ? new RegExp(old, 'g') : old, now);
}

/** Starts nginx with nginx.conf, and the test's ports, certificate, nodes and folder. */
export function startNginx({ folder, nodes, http, https, uploads, plain }: ProxySetup): ChildProcess {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=learn.example.org', '-out', certificate, '-keyout', key],
  ]);
  const list = nodesFile(folder);
  const [one = '', other = ''] = nodes;
  writeFileSync(list, swap(swap(read('nginx-nodes.conf'), '127.0.0.1:3001', one), '127.0.0.1:3002', other));
  let server = swap(read('nginx.conf'), '/etc/ssl/stillwater/fullchain.pem', certificate);
  server = swap(server, '/etc/ssl/stillwater/privkey.pem', key);
  server = swap(server, '/etc/nginx/stillwater-nodes.conf', list);
  server = swap(server, /listen \[::\]:\d+[^;]*;/, '');
  server = swap(server, 'listen 80;', `listen 127.0.0.1:${http};`);
  server = swap(server, 'listen 443 ', `listen 127.0.0.1:${https} `);
  if (plain) server = swap(swap(server, / ssl http2;/, ';'), /\n\tssl_[^;]*;/, '');
  if (uploads) server = swap(server, '/srv/stillwater-uploads/', `${uploads}/`);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ');
  const file = join(folder, 'nginx.conf');
  // nginx's workers must be able to read the test's files.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    file,
    `${user} daemon off; pid ${folder}/nginx.pid; error_log stderr; events { worker_connections 4096; }\n` +
      `http { access_log off; ${folders}\n${server}\n}`,
  );
  return spawn('nginx', ['-c', file, '-e', 'stderr'], { env: { PATH }, stdio: 'ignore' });
}
