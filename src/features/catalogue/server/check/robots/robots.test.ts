import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { DAY } from '#platform/text/time-units.ts';
import { tryLink } from '../try-link.ts';
import { Robots } from './robots.ts';

/* The link check requests only pages that their site's robots.txt allows. */

/** Rules under which this machine counts as the internet. */
const LOCAL = { isPublic: () => true, isPort: () => true };

const servers: Server[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A site with this robots.txt, and pages that are all found. */
async function siteOf(robots: RequestListener, page?: RequestListener) {
  const asked: string[] = [];
  let agent: string | undefined;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    agent = request.headers['user-agent'];
    if (request.url === '/robots.txt') return robots(request, response);
    if (page) return page(request, response);
    response.end('a page');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, agent: () => agent };
}
const says =
  (text: string): RequestListener =>
  (_, response) =>
    response.end(text);
const FORBIDDEN = says('User-agent: *\nDisallow: /');
const ask = (url: string, robots = new Robots(), signal?: AbortSignal) =>
  tryLink(url, { robots, asker: 'https://own.example', ...(signal && { signal }) }, LOCAL);

test('a site that disallows programs gets a request for its robots.txt only', async () => {
  const { url, asked, agent } = await siteOf(FORBIDDEN);
  expect(await ask(`${url}/a`)).toBe('kept-out');
  expect(asked).toEqual(['GET /robots.txt']);
  expect(agent()).toBe('Stillwater-link-check (+https://own.example)');
});

test('rules apply to paths with their query, and allowed paths are requested', async () => {
  const { url, asked } = await siteOf(says('User-agent: Stillwater-link-check\nDisallow: /*?print'));
  expect(await ask(`${url}/a?print`)).toBe('kept-out');
  expect(await ask(`${url}/a?b`)).toBe('found');
  expect(asked).toEqual(['GET /robots.txt', 'GET /robots.txt', 'HEAD /a?b']);
});

test('a site is asked for its rules once a day', async () => {
  const { url, asked } = await siteOf(says(''));
  const robots = new Robots();
  for (const path of ['/a', '/b', '/c']) expect(await ask(url + path, robots)).toBe('found');
  expect(asked).toEqual(['GET /robots.txt', 'HEAD /a', 'HEAD /b', 'HEAD /c']);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY + 1 });
  await ask(`${url}/a`, robots);
  expect(asked.slice(4)).toEqual(['GET /robots.txt', 'HEAD /a']);
});

test.each([
  [404, 'found'],
  [401, 'found'],
  [403, 'found'],
  [410, 'found'],
  [304, 'found'],
  [429, 'unsure'],
  [500, 'unsure'],
  [503, 'unsure'],
])('a robots.txt with status %i: the link is %s', async (status, state) => {
  const { url, asked } = await siteOf((_, response) => response.writeHead(status).end('Disallow: /'));
  const robots = new Robots();
  expect(await ask(`${url}/a`, robots)).toBe(state);
  expect(await ask(`${url}/b`, robots)).toBe(state);
  expect(asked.filter((line) => line === 'GET /robots.txt')).toHaveLength(1);
  expect(asked.length > 1).toBe(state === 'found');
});

test('redirects of robots.txt are followed, five at most', async () => {
  let after = 5;
  const { url } = await siteOf(
    (_, response) => response.writeHead(301, { location: '/step/1' }).end(),
    ({ url: path = '' }, response) => {
      const step = Number(/^\/step\/(\d+)$/.exec(path)?.[1] ?? 0);
      if (step === 0) response.end('a page');
      else if (step === after) response.end('User-agent: *\nDisallow: /');
      else response.writeHead(301, { location: `/step/${step + 1}` }).end();
    },
  );
  expect(await ask(`${url}/a`)).toBe('kept-out');
  after = 6;
  expect(await ask(`${url}/a`)).toBe('found');
});

test('a redirect to another site needs permission by that site’s robots.txt', async () => {
  const there = await siteOf(FORBIDDEN);
  const here = await siteOf(says(''), (_, response) =>
    response.writeHead(302, { location: `${there.url}/b` }).end(),
  );
  expect(await ask(`${here.url}/a`)).toBe('kept-out');
  expect(there.asked).toEqual(['GET /robots.txt']);
});

test('a site whose robots.txt breaks off gets no further request', async () => {
  const { url, asked } = await siteOf((request) => request.socket.destroy());
  expect(await ask(`${url}/a`)).toBe('unsure');
  expect(asked).toEqual(['GET /robots.txt']);
});

test('a missing host is silent, as without a check of robots.txt', async () => {
  const { url } = await siteOf(says(''));
  const [server] = servers.splice(0);
  await new Promise((resolve) => server?.close(resolve));
  expect(await ask(`${url}/a`)).toBe('silent');
  expect(await ask('http://no-such-host.invalid/a')).toBe('silent');
});

test('an endless robots.txt is read to its limit', async () => {
  const line = `Disallow: /other/${'x'.repeat(100)}\n`;
  let sent = 0;
  const { url } = await siteOf((_, response) => {
    response.write('User-agent: *\nDisallow: /a\n');
    const more = () => {
      while (!response.destroyed) {
        sent += line.length;
        if (!response.write(line)) break;
      }
    };
    response.on('drain', more);
    more();
  });
  expect(await ask(`${url}/a`)).toBe('kept-out');
  expect(await ask(`${url}/b`)).toBe('found');
  // Two requests, and the bytes in the buffers between.
  expect(sent).toBeLessThan(2 * 8_000_000);
});

test('an abort ends the request for robots.txt', async () => {
  const stop = new AbortController();
  const { url } = await siteOf(() => stop.abort());
  expect(await ask(`${url}/a`, new Robots(), stop.signal)).toBe('silent');
});

test('a site in this network gets no request', async () => {
  const { url, asked } = await siteOf(says(''));
  const rules = { isPublic: () => false, isPort: () => true };
  expect(await tryLink(`${url}/a`, { robots: new Robots() }, rules)).toBe('private');
  expect(asked).toEqual([]);
});
