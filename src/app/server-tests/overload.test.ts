import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handleErrors } from '#platform/http/error-handler.ts';
import { innerCallHeaders } from '#platform/http/inner-call.ts';
import { newMetrics } from '#platform/http/metrics.ts';
import { shedOverload } from '#platform/http/overload.ts';
import { cutOffSlowBodies } from '#platform/http/slow-clients.ts';

let app: FastifyInstance;
let release: () => void;
let open: Promise<void>;
const metrics = newMetrics();

beforeEach(async () => {
  metrics.removeSingleMetric('http_requests_shed_total');
  open = new Promise((resolve) => {
    release = resolve;
  });
  app = Fastify();
  handleErrors(app);
  cutOffSlowBodies(app, 200);
  shedOverload(app, metrics, { alwaysLetIn: 3, longestTurn: 600 });
  app.get('/slow', async () => {
    await open;
    return 'done';
  });
  app.get('/healthz', async () => 'ok');
  app.addContentTypeParser('multipart/form-data', async (_request: unknown, body: AsyncIterable<Buffer>) => {
    let bytes = 0;
    for await (const chunk of body) bytes += chunk.length;
    return { bytes };
  });
  app.post('/echo', async (request) => request.body);
});
afterEach(async () => {
  release();
  await app.close();
});

const get = (url: string, headers = {}) => app.inject({ url, headers });

test('whoever would wait too long is turned away at once, and let in again when there is room', async () => {
  const inside = Array.from({ length: 3 }, () => get('/slow'));
  await sleep(20);
  const away = await get('/slow');
  expect(away.statusCode).toBe(503);
  expect(away.json()).toEqual({
    message: 'Many people are here at the moment. Please try again in a few seconds.',
  });
  expect(Number(away.headers['retry-after'])).toBeGreaterThanOrEqual(2);
  expect((await get('/healthz')).statusCode).toBe(200);
  expect(await metrics.metrics()).toContain('http_requests_shed_total{reason="queue"} 1');

  release();
  for (const answer of await Promise.all(inside)) expect(answer.statusCode).toBe(200);
  expect((await get('/slow')).statusCode).toBe(200);
});

test('what a page asks for is part of a request that has been let in', async () => {
  const inside = Array.from({ length: 3 }, () => get('/slow'));
  await sleep(20);
  const part = get('/slow', innerCallHeaders('the-page'));
  release();
  expect((await part).statusCode).toBe(200);
  await Promise.all(inside);
});

test('many quick requests are no overload', async () => {
  for (let round = 0; round < 50; round += 1) {
    const answers = await Promise.all(Array.from({ length: 3 }, () => get('/healthz')));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  }
});

test('whom the event loop comes to too late is turned away, except after a single pause; watchers are answered', async () => {
  release();
  const block = (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until; );
  };
  /** Blocks for a whole turn of the event loop, as hundreds of rendered pages do. */
  const longTurn = async (ms: number) => {
    block(ms);
    await sleep(1);
  };
  await sleep(300);
  block(900);
  expect((await get('/slow')).statusCode).toBe(200);
  await longTurn(900);
  block(900);
  expect((await get('/slow')).statusCode).toBe(503);
  expect((await get('/healthz')).statusCode).toBe(200);
  expect(await metrics.metrics()).toContain('http_requests_shed_total{reason="event loop"} 1');
  await sleep(300);
  expect((await get('/slow')).statusCode).toBe(200);
});

test('a body that does not come is not waited for; a file may take its time, as long as it moves', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const send = (head: string) => {
    const socket = createConnection(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.write(`POST /echo HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
    return { socket, ended: once(socket, 'close').then(() => answer) };
  };
  const slow = send('Content-Type: application/json\r\nContent-Length: 100');
  slow.socket.write('{"a":');
  expect(await slow.ended).toMatch(/^HTTP\/1.1 408/);

  const whole = send('Content-Type: application/json\r\nContent-Length: 7\r\nConnection: close');
  whole.socket.write('{"a":1}');
  expect(await whole.ended).toMatch(/^HTTP\/1.1 200/);

  const part = Buffer.alloc(64 * 1024);
  const file = `Content-Type: multipart/form-data\r\nContent-Length: ${5 * part.length}\r\nConnection: close`;
  const moving = send(file);
  for (let sent = 0; sent < 5; sent += 1) {
    moving.socket.write(part);
    await sleep(120);
  }
  expect(await moving.ended).toMatch(/^HTTP\/1.1 200.*"bytes":327680/s);
  const stuck = send(file);
  stuck.socket.write(part);
  expect(await stuck.ended).toMatch(/^HTTP\/1.1 408/);
});
