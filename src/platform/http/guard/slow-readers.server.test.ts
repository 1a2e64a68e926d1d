import { once } from 'node:events';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { disconnectSlowReaders } from './overload.ts';

const TIMEOUT = 2_000;
/** Much shorter than the timeout, because a loaded machine makes it longer. */
const PAUSE = 400;
/** More bytes than the operating system buffers. */
const LARGE = 64 * 1024 * 1024;

let app: FastifyInstance;
let port: number;
beforeEach(async () => {
  app = Fastify();
  disconnectSlowReaders(app, TIMEOUT);
  app.get('/large', async () => Buffer.alloc(LARGE));
  app.get('/late', async () => {
    await sleep(1.5 * TIMEOUT);
    return 'late';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(() => app.close());

/** Sends a request without reading the response. */
function ask(path: string, headers = ''): Socket {
  const socket = createConnection({ port, host: '127.0.0.1' }).pause();
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  return socket;
}

const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, n) => resolve(n)));

test('a client that reads nothing of its response is disconnected', async () => {
  const socket = ask('/large');
  await expect.poll(connections).toBe(1);
  await expect.poll(connections, { timeout: 60_000 }).toBe(0);
  socket.destroy();
});

test('a client that reads slowly gets its whole response', async () => {
  const socket = ask('/large', 'Connection: close\r\n');
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  for (let n = 0; n < 6; n += 1) {
    socket.pause();
    await sleep(PAUSE);
    socket.resume();
    await sleep(5);
  }
  await once(socket, 'close');
  expect(bytes).toBeGreaterThan(LARGE);
});

test('a slow response does not disconnect its client', async () => {
  const socket = ask('/late', 'Connection: close\r\n');
  const parts: Buffer[] = await socket.resume().toArray();
  expect(Buffer.concat(parts).toString()).toMatch(/late$/);
});

test('an idle connection ends at its own timeout', async () => {
  app.server.keepAliveTimeout = TIMEOUT / 4;
  const socket = ask('/nothing').resume();
  await once(socket, 'close');
});
