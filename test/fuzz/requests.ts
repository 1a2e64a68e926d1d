import type { Endpoint } from '#platform/http/contract/endpoint.ts';
import type { World as AccessWorld } from '../access-row.ts';
import { rows } from '../access-table.ts';
import { captions } from '../upload-fixture.ts';
import { mutated, schemaOf, valueFrom } from './from-schema.ts';
import { HOSTILE_TEXTS, hostileValue } from './hostile-values.ts';
import type { Random } from './random.ts';
import type { Browser, World } from './world.ts';

export interface Sent {
  /** Method and path in the contract, or `page`. */
  about: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** Addresses outside of the contracts. `#` stands for an id. */
const ADDRESSES = [
  ...['/', '/contact', '/about', '/terms-privacy', '/auth', '/forgot-password', '/reset-password'],
  ...['/verify-email', '/account', '/sign-in', '/app', '/explore', '/explore?q=title', '/accordion'],
  ...['/explore?keyword=calm', '/accordion?ocean=#&wave=#', '/tree', '/classic', '/classic?ocean=#'],
  ...['/oceans/#', '/waves/#', '/waves/#?droplet=#', '/droplets/#', '/favorites', '/admin'],
  ...['/admin/settings', '/admin/content', '/admin/users', '/design', '/nothing', '/api/nothing'],
  ...['/api/docs', '/healthz', '/readyz', '/manifest.webmanifest', '/service-worker.js', '/favicon.svg'],
  ...['/.well-known/security.txt', '/.env', '/.git/config', '/assets/nothing.js', '/assets/', '/uploads/'],
  ...['/media/', '/media/sample.mp4', '/media/../package.json', '/..%2f..%2fpackage.json', '/%2e%2e/'],
  ...['//evil.example', '/\\evil.example', '/%', '/%00', '/%ff', '/api/%', '/API/user', '/api//user'],
  ...['/api/user/', '/api/user;a=b', '/api/user%2f', '/%61pi/user/data', '/metrics?', '/oceans/0'],
  ...['/covers/ocean/#.svg', '/player/#', '/auth?next=//evil.example', '/auth?next=javascript:alert(1)'],
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

const TYPES = [
  ...['text/plain', 'text/csv', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  ...['multipart/form-data; boundary=a', 'application/json; charset=utf-7', 'application/xml', '', '*/*'],
  ...['application/json, text/plain', 'application/json;', `${'a'.repeat(300)}/b`],
];

const HEADERS: readonly [string, string][] = [
  ['accept', 'text/html'],
  ['accept', 'application/xml;q=2, */*;q=-1'],
  ['accept-encoding', 'br;q=0, zstd, gzip;q=nan, *;q=0'],
  ['accept-language', '*'.repeat(2000)],
  ['range', 'bytes=0-1,2-3,99999999999999999999-'],
  ['range', `bytes=${'0-0,'.repeat(500)}`],
  ['if-none-match', '*'],
  ['if-none-match', `"${'a'.repeat(3000)}"`],
  ['if-modified-since', 'Thu, 31 Feb 2099 99:99:99 GMT'],
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
  ['host', 'evil.example'],
  ['x-forwarded-for', '1.2.3.4, ::1, [::1]:80, unknown, <script>'],
  ['x-forwarded-host', 'evil.example'],
  ['x-http-method-override', 'DELETE'],
  ['x-request-id', "' or 1=1"],
  ['authorization', 'Bearer AAAA'],
  ['csrf-token', 'wrong'],
  ['content-encoding', 'gzip'],
  ['user-agent', '\u00ff'.repeat(500)],
  ['cookie', 'a=b; stillwater_session=%00; stillwater_entered=%zz; =; ;;'],
  ['cookie', `stillwater_session=${'A'.repeat(3000)}`],
  ['cookie', '__proto__=1; constructor=2'],
];

/** Generates the next request of a browser. */
export function nextRequest(world: World, browser: Browser, random: Random): Sent {
  const isCall = random.chance(0.75);
  const sent = isCall
    ? call(world, browser, nextEndpoint(world, random), random)
    : page(world, browser, random);
  if (random.chance(0.06)) sent.method = random.pick(METHODS);
  if (random.chance(0.06)) sent.headers['content-type'] = random.pick(TYPES);
  if (random.chance(0.15)) {
    const [name, value] = random.pick(HEADERS);
    sent.headers[name] = value;
  }
  if (random.chance(0.03)) delete sent.headers['csrf-token'];
  if (random.chance(0.02)) sent.headers.cookie = '';
  if (['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(sent.method)) sent.body = undefined;
  return sent;
}

function nextEndpoint(world: World, random: Random): Endpoint {
  if (world.uncalled.length === 0) world.uncalled = [...world.api.app.endpoints];
  const endpoint = random.pick(world.uncalled);
  world.uncalled = world.uncalled.filter((other) => other !== endpoint);
  return endpoint;
}

const idOf = ({ ids }: World, random: Random) =>
  random.chance(0.9) ? String(random.pick(ids)) : encode(random.pick(HOSTILE_TEXTS).slice(0, 2500));

function page(world: World, browser: Browser, random: Random): Sent {
  const address = random.chance(0.05) ? random.pick(world.captions) : random.pick(ADDRESSES);
  let path = address.replaceAll('#', () => idOf(world, random));
  if (random.chance(0.1)) path += `${path.includes('?') ? '&' : '?'}${hostileQuery(random)}`;
  const headers = { ...headersOf(browser, random), accept: 'text/html' };
  return { about: 'page', method: 'GET', path, headers, body: undefined };
}

const encode = (text: string) => {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ed%a0%80';
  }
};

const hostileQuery = (random: Random) =>
  random.pick([
    `q=${encode(random.pick(HOSTILE_TEXTS).slice(0, 3000))}`,
    `keyword=${encode(random.pick(HOSTILE_TEXTS).slice(0, 3000))}`,
    'q=a&q=b&q[]=c&q[d]=e',
    '__proto__[role]=admin&constructor.prototype=1',
    'limit=-1&offset=99999999999999999999&cursor=%00',
    `${'a=1&'.repeat(1500)}`,
    '&&&===%%%',
  ]);

const headersOf = ({ client, csrf }: Browser, random: Random): Record<string, string> => ({
  cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'csrf-token': csrf,
  'x-forwarded-for': `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(0, 255)}`,
});

function accessWorld(world: World, random: Random): AccessWorld {
  const id = () => Number(random.pick(world.ids));
  const any = () => random.between(1, 50);
  const ids = { signup: any(), person: any(), subscription: any() };
  return { published: id(), draft: id(), spare: id(), otherSpare: id(), ...ids, stranger: STRANGER };
}
const STRANGER = { id: 1, session: 'A'.repeat(43) };

function call(world: World, browser: Browser, endpoint: Endpoint, random: Random): Sent {
  const about = `${endpoint.method} ${endpoint.path}`;
  const known = rows.filter(({ call: name }) => name === about);
  const row = random.chance(0.4) && known.length > 0 ? random.pick(known) : undefined;
  const its = accessWorld(world, random);
  const path = row?.path?.(its) ?? `${pathOf(endpoint, world, random)}${queryOf(endpoint, random)}`;
  let body: unknown = row?.body?.(its);
  if (body === undefined && endpoint.body) body = valueFrom(schemaOf(endpoint.body), random);
  if (!(body instanceof FormData) && body !== undefined && random.chance(0.4)) body = mutated(body, random);
  const headers = headersOf(browser, random);
  return { about, method: endpoint.method, path, headers, body: bytesOf(endpoint, body, headers, random) };
}

const pathOf = ({ path }: Endpoint, world: World, random: Random) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    if (random.chance(0.1)) return encode(random.pick(HOSTILE_TEXTS).slice(0, 2500));
    if (name === 'category') return random.pick(['general', 'content', 'branding', 'footer', 'advanced']);
    if (name === 'key') return random.pick(['site.title', 'contact.email', 'about.text', 'access.new']);
    if (name === 'kind') return random.pick(['mail', 'payment', 'refund', 'nothing']);
    return idOf(world, random);
  });

function queryOf({ query }: Endpoint, random: Random): string {
  if (random.chance(0.08)) return `?${hostileQuery(random)}`;
  if (!query) return '';
  const given = Object.entries(valueFrom(schemaOf(query), random) as object).map(([name, value]) => {
    const text = random.chance(0.1) ? hostileValue(random) : value;
    const written = typeof text === 'object' ? JSON.stringify(text) : String(text);
    return `${encode(name)}=${encode(written).slice(0, 4000)}`;
  });
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

const BROKEN_JSON = [
  '{',
  '{"a":}',
  'null',
  '"text"',
  '[]',
  '{"__proto__":{"role":"admin"},"username":"a"}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '{"email":"a@example.org","email":["b@example.org"]}',
  `${'['.repeat(50_000)}`,
  `{"a":${'9'.repeat(5000)}}`,
  '\ufeff{}',
  '{"a":"\\ud800"}',
];

/** Encodes a body, and sets its content type in `headers`. */
function bytesOf(
  { takes, method }: Endpoint,
  body: unknown,
  headers: Record<string, string>,
  random: Random,
): Buffer | undefined {
  if (method === 'GET') return undefined;
  if (takes === 'multipart/form-data' || body instanceof FormData)
    return formBytes(headers, random, body instanceof FormData && random.chance(0.6));
  headers['content-type'] = takes ?? 'application/json';
  if (takes === 'text/csv') return Buffer.from(csv(random));
  if (random.chance(0.05)) return Buffer.from(random.pick(BROKEN_JSON));
  return Buffer.from(JSON.stringify(body ?? {}));
}

function csv(random: Random): string {
  const cell = () => `"${String(random.pick(HOSTILE_TEXTS)).slice(0, 500).replaceAll('"', '""')}"`;
  const head = random.pick(['title,description,mediaUrl', 'slug,title', 'title,title', '"', 'a;b;c']);
  return [head, ...Array.from({ length: random.between(0, 20) }, () => [cell(), cell(), cell()].join())].join(
    random.pick(['\n', '\r\n', '\r']),
  );
}

const FORM_BOUNDARY = 'fuzz-boundary';
const FILES: readonly (() => Buffer)[] = [
  () => captions(),
  () => Buffer.from(`<!--${'-->'.repeat(200)}<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`),
  () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  () => Buffer.from('<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]><svg>&c;</svg>'),
  () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  () => Buffer.from('%PDF-1.7\n%%EOF'),
  () => Buffer.from('PK\u0003\u0004'),
  () => Buffer.alloc(0),
  () => Buffer.alloc(70_000, 'WEBVTT\n\n00:01.000 --> 00:02.000\na\n'),
];

function formBytes(headers: Record<string, string>, random: Random, isValid: boolean): Buffer {
  headers['content-type'] = `multipart/form-data; boundary=${FORM_BOUNDARY}`;
  const file = isValid ? captions(`Line ${random.between(1, 99)}.`) : random.pick(FILES)();
  const name = random.pick(['a.vtt', '../../a.svg', 'a.svg.html', 'a.png', '\u202egnp.exe', '', 'a"b.pdf']);
  const plain =
    'Content-Disposition: form-data; name="file"; filename="a.vtt"\r\nContent-Type: text/vtt\r\n\r\n';
  const other = random.pick([
    plain.replace('a.vtt', name),
    'Content-Disposition: form-data; name="file"\r\n\r\n',
    `Content-Disposition: form-data; name="__proto__"; filename="${name}"\r\n\r\n`,
    '\r\n',
  ]);
  const head = isValid ? plain : other;
  const end = isValid || random.chance(0.9) ? `\r\n--${FORM_BOUNDARY}--\r\n` : '';
  return Buffer.concat([Buffer.from(`--${FORM_BOUNDARY}\r\n${head}`), file, Buffer.from(end)]);
}
