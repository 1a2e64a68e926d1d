import { once } from 'node:events';
import { type AddressInfo, createConnection, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { disconnectSlowClients, shedOverload } from '#platform/http/guard/overload.ts';
import { newMetrics } from '#platform/http/observe/metrics.ts';
import { innerCallHeaders } from '#platform/http/observe/requests.ts';
import { clientErrorHandler } from '#platform/http/serve/early-errors.ts';
import { handleErrors } from '#platform/http/serve/error-handler.ts';

/** Time for a body, or for progress of a long one, in ms. */
const BODY_TIMEOUT = 200;

let app: FastifyInstance;
let release: () => void;
let open: Promise<void>;
/** Requests that have reached the handler of /slow. */
let begun: number;
const metrics = newMetrics();

beforeEach(async () => {
  metrics.removeSingleMetric('http_requests_shed_total');
  begun = 0;
  open = new Promise((resolve) => {
    release = resolve;
  });
  app = Fastify({ clientErrorHandler: clientErrorHandler(false) });
  handleErrors(app);
  disconnectSlowClients(app, BODY_TIMEOUT);
  shedOverload(app, metrics, { alwaysAdmitted: 3, maxLoopDelay: 600 });
  app.get('/slow', async () => {
    begun += 1;
    await open;
    return 'done';
  });
  app.get('/healthz', { config: { neverShed: true } }, async () => 'ok');
  app.addContentTypeParser('multipart/form-data', async (_request: unknown, body: AsyncIterable<Buffer>) => {
    let bytes = 0;
    for await (const chunk of body) bytes += chunk.length;
    return { bytes };
  });
  app.post('/echo', async (request) => request.body);
  app.post('/file', { config: { longBody: true } }, async (request) => request.body);
});
afterEach(async () => {
  vi.useRealTimers();
  release();
  await app.close();
});

const get = (url: string, headers = {}) => app.inject({ url, headers });

/** Starts the maximum number of requests that are always admitted. */
async function fill() {
  const admitted = Array.from({ length: 3 }, () => get('/slow'));
  await expect.poll(() => begun).toBe(3);
  return admitted;
}

test('a request that would wait too long is shed at once, and a later one is admitted', async () => {
  const admitted = await fill();
  const shed = await get('/slow');
  expect(shed.statusCode).toBe(503);
  expect(shed.json()).toEqual({
    code: 'overloaded',
    message: 'The site is very busy right now. Please try again in a few seconds.',
  });
  expect(Number(shed.headers['retry-after'])).toBeGreaterThanOrEqual(2);
  expect((await get('/healthz')).statusCode).toBe(200);
  expect(await metrics.metrics()).toContain('http_requests_shed_total{reason="queue"} 1');

  release();
  for (const answer of await Promise.all(admitted)) expect(answer.statusCode).toBe(200);
  expect((await get('/slow')).statusCode).toBe(200);
});

test('a page’s inner calls belong to its admitted request', async () => {
  const admitted = await fill();
  const part = get('/slow', innerCallHeaders('the-page'));
  // Polled while no slot is free.
  await expect.poll(() => begun).toBe(4);
  release();
  expect((await part).statusCode).toBe(200);
  await Promise.all(admitted);
});

test('a request that only claims to bring a file is shed like any other', async () => {
  const admitted = await fill();
  const claims = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '1' };
  expect((await get('/slow', claims)).statusCode).toBe(503);
  release();
  await Promise.all(admitted);
});

test('many fast requests are not overload', async () => {
  release();
  for (let round = 0; round < 50; round += 1) {
    const answers = await Promise.all(Array.from({ length: 3 }, () => get('/slow')));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  }
});

test('a request that waited too long for the event loop is shed, except after a single pause', async () => {
  release();
  const block = (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until; );
  };
  /** Blocks the event loop for one iteration, as hundreds of rendered pages do. */
  const longIteration = async (ms: number) => {
    block(ms);
    await sleep(1);
  };
  await sleep(300);
  block(900);
  expect((await get('/slow')).statusCode).toBe(200);
  await longIteration(900);
  block(900);
  expect((await get('/slow')).statusCode).toBe(503);
  expect((await get('/healthz')).statusCode).toBe(200);
  expect(await metrics.metrics()).toContain('http_requests_shed_total{reason="event loop"} 1');
  await sleep(300);
  expect((await get('/slow')).statusCode).toBe(200);
});

test('a client that stops sending is disconnected; a body that progresses may take any time', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  // The test advances the time, so everything sent has arrived by then, on any machine. Without
  // `expect.poll`, which would advance the time too.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const send = async (head: string, path = '/echo') => {
    const connected = once(app.server, 'connection') as Promise<[Socket]>;
    const socket = createConnection(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    const ended = once(socket, 'close').then(() => answer);
    const [server] = await connected;
    let sent = 0;
    const write = async (text: string | Buffer) => {
      socket.write(text);
      sent += text.length;
      while (server.bytesRead < sent) await nextTurn();
    };
    await write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
    return { write, ended };
  };
  const pass = async () => {
    while (vi.getTimerCount() === 0) await nextTurn();
    vi.advanceTimersByTime(BODY_TIMEOUT);
  };
  const slow = await send('Content-Type: application/json\r\nContent-Length: 100');
  await slow.write('{"a":');
  await pass();
  expect(await slow.ended).toMatch(/^HTTP\/1.1 408 .*x-frame-options: DENY\r\n.*\r\n\r\n{"code"/s);

  const whole = await send('Content-Type: application/json\r\nContent-Length: 7\r\nConnection: close');
  await whole.write('{"a":1}');
  expect(await whole.ended).toMatch(/^HTTP\/1.1 200/);

  const part = Buffer.alloc(64 * 1024, 'a');
  const file = `Content-Type: multipart/form-data\r\nContent-Length: ${5 * part.length}\r\nConnection: close`;
  const moving = await send(file, '/file');
  for (let sent = 0; sent < 4; sent += 1) {
    await moving.write(part);
    await pass();
  }
  await moving.write(part);
  expect(await moving.ended).toMatch(/^HTTP\/1.1 200.*"bytes":327680/s);

  const length = 3 * part.length + 2;
  const long = await send(
    `Content-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close`,
    '/file',
  );
  await long.write('"');
  for (let sent = 0; sent < 3; sent += 1) {
    await long.write(part);
    await pass();
  }
  await long.write('"');
  expect(await long.ended).toMatch(/^HTTP\/1.1 200/);

  const stuck = await send(file, '/file');
  await stuck.write(part);
  await pass();
  await pass();
  expect(await stuck.ended).toMatch(/^HTTP\/1.1 408/);
});
