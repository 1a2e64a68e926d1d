import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { findProgram, pinned, SERVER_CORE } from '../process/cores.ts';
import { headerOf, pairs, type Recorded } from './record.ts';

const program = findProgram('nginx');

/** Tells whether nginx can send a header: `add_header` cannot escape a dollar sign. */
const sendable = ([name, value]: [string, string]) =>
  !/^(server|content-type)$/i.test(name) && !value.includes('$');
const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/**
 * Starts nginx with one worker that serves the recorded, compressed bytes as files /0, /1, … with their
 * headers. Debian's nginx has no brotli, and needs none here. Undefined where nginx is not installed. Leaves
 * out responses without a body.
 */
export async function startNginx(
  folder: string,
  recordings: readonly Recorded[],
): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  if (!program) return undefined;
  const port = await freePort();
  const locations = recordings.map((recorded, index) =>
    location(join(folder, `recording-${index}`), recorded, index),
  );
  await Promise.all(recordings.map(({ body }, index) => writeFile(join(folder, `recording-${index}`), body)));
  const configuration = join(folder, 'nginx.conf');
  await writeFile(configuration, conf(folder, port, locations.join('\n')));
  const [command = '', ...args] = pinned(SERVER_CORE, [
    program,
    '-c',
    configuration,
    '-p',
    folder,
    '-e',
    'stderr',
  ]);
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await listening(`${url}/0`, () => child.exitCode === null);
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function location(file: string, recorded: Recorded, index: number): string {
  const headers = pairs(recorded.headers)
    .filter(sendable)
    .map(([name, value]) => `add_header ${name} ${quoted(value)};`);
  const type = quoted(headerOf(recorded, 'content-type') ?? 'application/octet-stream');
  return `location = /${index} { alias ${file}; types {} default_type ${type}; ${headers.join(' ')} }`;
}

/** Folders that nginx creates, by default in a folder without write access. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Configuration of nginx for its highest speed: no log, open file cache, unlimited keep-alive. */
const conf = (folder: string, port: number, locations: string) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 256; }
http {
  access_log off; etag off; server_tokens off; if_modified_since off;
  sendfile on; tcp_nopush on; open_file_cache max=1000 inactive=600s; open_file_cache_valid 600s;
  keepalive_requests 1000000000; keepalive_timeout 600s;
  ${TEMPORARY.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(' ')}
  server { listen 127.0.0.1:${port};
${locations}
  }
}
`;

async function listening(url: string, alive: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && alive(); tries += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response) {
      await response.arrayBuffer();
      return;
    }
    await sleep(25);
  }
  throw new Error('nginx did not start.');
}
