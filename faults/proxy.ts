import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';

/*
 * Proxy in front of the nodes: Caddy with deploy/Caddyfile, or, without Caddy, a small proxy with the same
 * rules.
 */

export interface Proxy {
  name: string;
  url: string;
  stop(): Promise<void>;
}

const hasCaddy = () => spawnSync('caddy', ['version']).status === 0;

/** Starts a proxy in front of nodes (`host:port`). */
export async function startProxy(
  folder: string,
  nodes: readonly string[],
  kind: 'caddy' | 'node' = hasCaddy() ? 'caddy' : 'node',
): Promise<Proxy> {
  const port = await freePort();
  return kind === 'caddy' ? startCaddy(folder, port, nodes) : startOwn(port, nodes);
}

async function startCaddy(folder: string, port: number, nodes: readonly string[]): Promise<Proxy> {
  const home = join(folder, `caddy-${port}`);
  mkdirSync(home);
  const url = `http://127.0.0.1:${port}`;
  const config = join(import.meta.dirname, '../deploy/Caddyfile');
  const child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      // Two running Caddys cannot share the admin port.
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      SITE_ADDRESS: url,
      NODES: nodes.join(' '),
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  for (let tries = 0; !(await answers(`${url}/`)); tries += 1) {
    if (tries > 200 || child.exitCode !== null) throw new Error('Caddy did not start.');
    await sleep(50);
  }
  return {
    name: 'Caddy',
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const answers = (url: string) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

const ASK_EVERY = 500;
/** Interval of health checks in ms, shorter than a stopping node's SHUTDOWN_DELAY. */
const KEEP = 1_000;

/**
 * Starts a proxy that forwards each request to the next ready node. It retries only after a refused
 * connection, because then nothing was executed.
 */
async function startOwn(port: number, nodes: readonly string[]): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true, timeout: KEEP });
  const ready = new Set(nodes);
  const asking = setInterval(async () => {
    for (const node of nodes) {
      if (await answers(`http://${node}/readyz`)) ready.add(node);
      else ready.delete(node);
    }
  }, ASK_EVERY);

  let turn = 0;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, tried: readonly string[]) => {
    const untried = nodes.filter((node) => !tried.includes(node));
    const able = untried.filter((node) => ready.has(node));
    const choice = able.length > 0 ? able : untried;
    const node = choice[turn++ % choice.length];
    if (!node) return outgoing.writeHead(502).end();
    const [host, to] = node.split(':');
    const { method, url: path, headers } = incoming;
    let connected = false;
    const upstream = request({ host, port: to, method, path, headers, agent }, (answer) => {
      const { connection: _own, 'keep-alive': _time, ...passed } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, passed);
      answer.pipe(outgoing);
    });
    upstream.on('socket', (socket) => {
      const send = () => {
        connected = true;
        incoming.pipe(upstream);
      };
      if (socket.connecting) socket.once('connect', send);
      else send();
    });
    upstream.on('error', () => {
      if (!connected || (method === 'GET' && !outgoing.headersSent))
        pass(incoming, outgoing, [...tried, node]);
      else if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    return undefined;
  };
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, []));
  // Idle connections stay open, as with Caddy. A timeout of 5 s could close one just when a person reuses it.
  server.keepAliveTimeout = 0;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    name: 'a small proxy of its own',
    url: `http://127.0.0.1:${port}`,
    async stop() {
      clearInterval(asking);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
