import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request as plainRequest, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { type ProxySetup, startNginx } from '#test/shared-cache/nginx-proxy.ts';

/*
 * Runs the proxies of this folder with their configuration files, and checks which requests reach a node.
 * Skips the tests of a proxy that is not installed.
 */

const HERE = import.meta.dirname;
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
const read = (name: string) => readFileSync(join(HERE, name), 'utf8');
const isInstalled = (program: string, argument: string) =>
  spawnSync(program, [argument], { env: { PATH } }).error === undefined;

/** Starts Caddy with the unchanged Caddyfile, the test's ports and a test certificate. */
function startCaddy({ folder, nodes, http, https }: ProxySetup): ChildProcess {
  const file = join(folder, 'Caddyfile');
  const options = `admin off\nlocal_certs\nskip_install_trust\nhttp_port ${http}\nhttps_port ${https}`;
  writeFileSync(file, `{\n${options}\n}\n${read('Caddyfile')}`);
  return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH, HOME: folder, SITE_ADDRESS: 'learn.example.org', NODES: nodes.join(' ') },
    stdio: 'ignore',
  });
}

/** A request that reached the node. */
interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  bytes: number;
}

describe.each([
  ['nginx', '-v', startNginx],
  ['caddy', 'version', startCaddy],
] as const)('%s', (program, argument, start) => {
  const there = isInstalled(program, argument);
  let folder: string;
  let node: Server;
  let proxy: ChildProcess;
  let setup: ProxySetup;
  let seen: Seen[] = [];

  beforeAll(async () => {
    if (!there) return;
    folder = mkdtempSync(join(tmpdir(), `stillwater-${program}-`));
    node = createServer(async (incoming, outgoing) => {
      let bytes = 0;
      for await (const chunk of incoming) bytes += chunk.length;
      const { method = '', url = '', headers } = incoming;
      if (url !== '/readyz') seen.push({ method, url, headers, bytes });
      outgoing.writeHead(200, { 'strict-transport-security': 'max-age=31536000' }).end('from the node');
    }).listen(0, '127.0.0.1');
    await once(node, 'listening');
    const { port } = node.address() as AddressInfo;
    const nodes = [`127.0.0.1:${port}`, `127.0.0.1:${await freePort()}`];
    setup = { folder, nodes, http: await freePort(), https: await freePort() };
    proxy = start(setup);
    for (let tries = 0; !(await ask('/').catch(() => undefined)); tries += 1) {
      if (tries > 300 || proxy.exitCode !== null) throw new Error(`${program} did not start.`);
      await sleep(100);
    }
  });
  afterAll(async () => {
    if (!there) return;
    proxy.kill('SIGTERM');
    if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, 'exit');
    node.closeAllConnections();
    node.close();
    rmSync(folder, { recursive: true });
  });

  /** Sends a request over TLS, exactly as given, and returns the requests that reached the node meanwhile. */
  function ask(path: string, headers: Record<string, string> = {}, body?: Buffer, secure = true) {
    seen = [];
    return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string; seen: Seen[] }>(
      (resolve, reject) => {
        const options = {
          host: '127.0.0.1',
          port: secure ? setup.https : setup.http,
          path,
          method: body ? 'PUT' : 'GET',
          headers: { host: 'learn.example.org', ...headers },
          agent: false as const,
        };
        const tls = { servername: 'learn.example.org', rejectUnauthorized: false };
        const call = secure ? request({ ...options, ...tls }) : plainRequest(options);
        call.on('response', async (response) => {
          const text = Buffer.concat(await response.toArray()).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, seen: [...seen] });
        });
        call.on('error', reject);
        call.end(body);
      },
    );
  }

  test.runIf(there)(
    'a node gets the real host, scheme and IP address, not those that a client claims',
    async () => {
      const claims = {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.example',
      };
      // More requests than nodes: the node without a listener must fail none of them.
      for (let time = 0; time < 6; time += 1) {
        const answer = await ask('/oceans/7?a=%2F..%2f', { ...claims, cookie: `a=${time}` });
        expect([answer.status, answer.text]).toEqual([200, 'from the node']);
        expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
        expect(answer.seen).toHaveLength(1);
        expect(answer.seen[0]).toMatchObject({ method: 'GET', url: '/oceans/7?a=%2F..%2f' });
        expect(answer.seen[0]?.headers).toMatchObject({
          host: 'learn.example.org',
          'x-forwarded-for': '127.0.0.1',
          'x-forwarded-proto': 'https',
          cookie: `a=${time}`,
        });
      }
    },
  );

  test.runIf(there)(
    'metrics and probes are not reachable through the proxy, in any spelling of their paths',
    async () => {
      for (const path of [
        '/metrics',
        '/healthz',
        '/readyz',
        '/%6detrics',
        '/./metrics',
        '/x/../metrics',
        '/metrics?x=1',
        // The nodes' router ignores a slash at the end.
        '/metrics/',
        '/healthz/',
        '/readyz/?x=1',
        '/%6detrics/',
      ]) {
        const answer = await ask(path);
        expect([answer.status, answer.seen], path).toEqual([404, []]);
      }
    },
  );

  test.runIf(there)(
    'requests without TLS reach no node: pages are redirected, API calls refused',
    async () => {
      const page = await ask('/oceans/7', {}, undefined, false);
      expect([page.status, page.headers.location]).toEqual([301, 'https://learn.example.org/oceans/7']);
      const call = await ask('/api/login', {}, Buffer.from('{"password":"secret"}'), false);
      expect([call.status, page.seen, call.seen]).toEqual([403, [], []]);
    },
  );

  test.runIf(there)('no request makes the proxy connect to anything but the nodes', async () => {
    let strange = 0;
    const other = createServer((_request, response) => {
      strange += 1;
      response.end('elsewhere');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    for (const [path, headers] of [
      [`http://${address}/`, {}],
      [`//${address}/`, {}],
      [`/@${address}/`, {}],
      ['/../../../../etc/passwd', {}],
      ['/', { 'x-forwarded-host': address, forwarded: `host=${address}` }],
      ['/', { host: address }],
    ] as const) {
      const answer = await ask(path, headers).catch((error) => ({ status: 0, text: String(error) }));
      expect(answer.text, path).not.toMatch(/elsewhere|root:/);
    }
    expect(strange).toBe(0);
    other.close();
  });

  test.runIf(there)('a large file reaches the node completely', async () => {
    const answer = await ask('/api/uploads', {}, Buffer.alloc(5_000_000));
    expect(answer.seen).toMatchObject([{ method: 'PUT', bytes: 5_000_000 }]);
  });
});
