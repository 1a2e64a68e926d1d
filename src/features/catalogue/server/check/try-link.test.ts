import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';
import { tryLink, tryLinks } from './try-link.ts';

/*
 * Links of the catalogue: the meaning of their responses, and the addresses that the server never requests.
 */

/** Rules under which this machine counts as the internet. */
const LOCAL = { isPublic: () => true, isPort: () => true };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serverOf(answer: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test.each([
  [200, 'found', ['HEAD /']],
  [404, 'gone', ['HEAD /', 'GET /']],
  [410, 'gone', ['HEAD /', 'GET /']],
  [403, 'found', ['HEAD /', 'GET /']],
  [500, 'found', ['HEAD /']],
])('status %i means %s', async (status, state, requests) => {
  const { url, asked } = await serverOf((_, response) => response.writeHead(status).end());
  expect(await tryLink(url, {}, LOCAL)).toBe(state);
  expect(asked).toEqual(requests);
});

test('a server that refuses HEAD gets a GET before its page counts as gone', async () => {
  const { url } = await serverOf(({ method }, response) =>
    response.writeHead(method === 'HEAD' ? 404 : 200).end('a page'),
  );
  expect(await tryLink(url, {}, LOCAL)).toBe('found');
});

test('redirects are followed, but not for ever', async () => {
  const { url, asked } = await serverOf(({ url: path = '' }, response) => {
    const step = Number(path.slice(1));
    response.writeHead(step > 0 ? 302 : 404, { location: `/${step - 1}` }).end();
  });
  expect(await tryLink(`${url}/3`, {}, LOCAL)).toBe('gone');
  asked.length = 0;
  expect(await tryLink(`${url}/9`, {}, LOCAL)).toBe('silent');
  expect(asked).toHaveLength(4);
});

test('a redirect into this network is not followed', async () => {
  const inner = await serverOf((_, response) => response.end('secret'));
  // All addresses count as public, except the inner server's.
  const rules = { isPublic: (address: string) => address !== '127.0.0.1', isPort: () => true };
  const outer = createServer((_, response) => response.writeHead(302, { location: inner.url }).end());
  servers.push(outer);
  await new Promise<void>((resolve) => outer.listen(0, '127.0.0.2', resolve));
  expect(await tryLink(`http://127.0.0.2:${(outer.address() as AddressInfo).port}`, {}, rules)).toBe(
    'private',
  );
  expect(inner.asked).toEqual([]);
});

test('no request reaches a private address, however it is written or named', async () => {
  const { url, asked } = await serverOf((_, response) => response.end());
  const { port } = new URL(url);
  const anyPort = { isPublic: isPublicAddress, isPort: () => true };
  const hosts = [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', 'localhost'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]'],
  ];
  for (const host of hosts)
    expect(await tryLink(`http://${host}:${port}/`, {}, anyPort), host).toBe('private');
  expect(asked).toEqual([]);
});

test.each([
  'http://example.org:22/',
  'ftp://example.org/',
  'file:///etc/passwd',
  'http://a:b@example.org/',
  'x',
])('%s gets no request', async (address) => expect(await tryLink(address)).toBe('private'));

test('special addresses are private, others public', () => {
  const isPrivate = [
    ...['10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1', '0.0.0.0'],
    ...['198.18.0.1', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1', 'ff02::1'],
    ...[
      '::ffff:10.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001:db8::1',
      'no address',
      '',
    ],
  ];
  expect(isPrivate.filter(isPublicAddress)).toEqual([]);
  const isPublic = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'];
  expect(isPublic.filter(isPublicAddress)).toEqual(isPublic);
});

test('a server that is silent, breaks off or never ends its response does not block the check', async () => {
  const breaking = await serverOf((request) => request.socket.destroy());
  expect(await tryLink(breaking.url, {}, LOCAL)).toBe('silent');
  const endless = await serverOf(({ method }, response) => {
    response.writeHead(method === 'HEAD' ? 405 : 200);
    if (method === 'HEAD') response.end();
    else response.write('a'.repeat(100_000));
  });
  expect(await tryLink(endless.url, {}, LOCAL)).toBe('found');
  const silent = await serverOf(() => {});
  expect(await tryLink(silent.url, {}, LOCAL)).toBe('silent');
});

test('each link is requested once, four at a time, and none after the time limit', async () => {
  let now = 0;
  let most = 0;
  const { url, asked } = await serverOf((_, response) => {
    now += 1;
    most = Math.max(most, now);
    setTimeout(() => {
      now -= 1;
      response.end();
    }, 20);
  });
  const links = Array.from({ length: 20 }, (_, index) => `${url}/${index % 10}`);
  const states = await tryLinks(links, 5000, LOCAL);
  expect([...states.values()]).toEqual(Array(10).fill('found'));
  expect([asked.length, most]).toEqual([10, 4]);
  expect((await tryLinks(links, 0, LOCAL)).size).toBe(0);
});
