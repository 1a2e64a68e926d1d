import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * The parts of S3's REST API that the site uses, over real HTTP: PUT, GET with ranges, HEAD and DELETE of
 * objects in one path-style bucket, and preflights by the bucket's CORS rule. Validates every signature (AWS
 * Signature Version 4, in headers or a signed URL) and body hash.
 */

export const S3_KEYS = {
  region: 'eu-test-1',
  bucket: 'stillwater-test',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'a secret of this test',
};

interface StoredObject {
  body: Buffer;
  contentType: string;
}

/** A rule of the bucket's CORS configuration. */
interface CorsRule {
  origins: string[];
  methods: string[];
  /** Header names in lower case. */
  headers: string[];
}

export interface S3Peer {
  endpoint: string;
  objects: Map<string, StoredObject>;
  /** Accepted access keys: secrets by id. */
  keys: Map<string, string>;
  /** Method, path and status of each call. */
  calls: string[];
  /** Calls by pages of another origin, in the same form. */
  fromPages: string[];
  /** CORS rule. Undefined: the bucket refuses pages of other origins. */
  cors: CorsRule | undefined;
  /** Makes the next calls fail with this status. */
  fail(status: number, times?: number): void;
  /** Offset of the store's clock, in ms. */
  ahead: number;
  stop(): Promise<void>;
}

export async function startS3Peer(): Promise<S3Peer> {
  const objects = new Map<string, StoredObject>();
  const keys = new Map([[S3_KEYS.accessKeyId, S3_KEYS.secretAccessKey]]);
  const calls: string[] = [];
  const fromPages: string[] = [];
  let failing = { status: 0, times: 0 };
  const server: Server = createServer(async (request, response) => {
    const chunks = await request.toArray().catch(() => null);
    // The connection broke, so nothing is stored.
    if (!chunks) return;
    const body = Buffer.concat(chunks);
    allowPage(peer.cors, request, response);
    if (request.method === 'OPTIONS') response.writeHead(isAllowed(peer.cors, request) ? 200 : 403).end();
    else if (failing.times > 0) {
      failing.times -= 1;
      // The redirect leads to a port without a listener.
      response.writeHead(failing.status, { location: 'http://127.0.0.1:1/' }).end();
    } else {
      const wrong = findFault(peer, request, body);
      if (wrong)
        response
          .writeHead(403, { 'content-type': 'application/xml' })
          .end(`<Error><Code>${wrong}</Code></Error>`);
      else act(objects, request, response, body);
    }
    const call = `${request.method} ${request.url} ${response.statusCode}`;
    calls.push(call);
    if (request.headers.origin !== undefined) fromPages.push(call);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const peer: S3Peer = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    keys,
    calls,
    fromPages,
    cors: undefined,
    fail(status, times = Number.POSITIVE_INFINITY) {
      failing = { status, times };
    },
    ahead: 0,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return peer;
}

/** Tells whether the CORS rule allows a page's call or preflight. */
function isAllowed(rule: CorsRule | undefined, { method = '', headers }: IncomingMessage): boolean {
  const asked = headers['access-control-request-method'] ?? method;
  const names = String(headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return Boolean(
    rule?.origins.includes(headers.origin ?? '') &&
      rule.methods.includes(asked) &&
      names.every((name) => rule.headers.includes(name)),
  );
}

function allowPage(rule: CorsRule | undefined, request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (!rule || !origin || !isAllowed(rule, request)) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-methods', rule.methods.join(', '));
  response.setHeader('access-control-allow-headers', rule.headers.join(', '));
  response.setHeader('vary', 'Origin');
}

function act(
  objects: Map<string, StoredObject>,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://peer');
  if (!pathname.startsWith(`/${S3_KEYS.bucket}/`))
    return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
  const key = decodeURIComponent(pathname.slice(`/${S3_KEYS.bucket}/`.length));
  const object = objects.get(key);
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) return void response.writeHead(411).end();
    objects.set(key, { body, contentType: request.headers['content-type'] ?? '' });
    return void response.writeHead(200).end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (!object) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  const part = range ? object.body.subarray(Number(range[1]), Number(range[2]) + 1) : object.body;
  response.writeHead(range ? 206 : 200, {
    'content-length': part.length,
    ...(range ? { 'content-range': `bytes ${range[1]}-${range[2]}/${object.body.length}` } : {}),
    'content-type': searchParams.get('response-content-type') ?? object.contentType,
    ...overridden(searchParams),
  });
  response.end(request.method === 'HEAD' ? undefined : part);
}

/** Returns the response headers that a signed URL overrides. */
const overridden = (query: URLSearchParams) =>
  Object.fromEntries(
    ['content-disposition', 'cache-control'].flatMap((name) => {
      const value = query.get(`response-${name}`);
      return value === null ? [] : [[name, value]];
    }),
  );

interface Signature {
  credential: string;
  signedHeaders: string;
  signature: string;
  date: string;
  bodyHash: string;
  /** Lifetime of a signed URL, in seconds. */
  expires?: number;
}

/** Parses the signature in the headers, or in the query of a signed URL. */
function signatureOf({ headers }: IncomingMessage, query: URLSearchParams): Signature | undefined {
  const credentials = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  const [, credential = '', signedHeaders = '', signature = ''] = credentials ?? [];
  const date = String(headers['x-amz-date']);
  if (credentials)
    return { credential, signedHeaders, signature, date, bodyHash: String(headers[BODY_HASH]) };
  const of = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  if (of('Algorithm') !== 'AWS4-HMAC-SHA256') return undefined;
  return {
    credential: of('Credential'),
    signedHeaders: of('SignedHeaders'),
    signature: of('Signature'),
    date: of('Date'),
    bodyHash: 'UNSIGNED-PAYLOAD',
    expires: Number(of('Expires')),
  };
}

const BODY_HASH = 'x-amz-content-sha256';

/** Validates signature and body hash by the vendor's documentation. Returns the fault, or undefined. */
function findFault({ keys, ahead }: S3Peer, request: IncomingMessage, body: Buffer): string | null {
  const url = new URL(request.url ?? '/', 'http://peer');
  const signed = signatureOf(request, url.searchParams);
  if (!signed) return 'AccessDenied';
  const { credential, signedHeaders, signature, date, bodyHash, expires } = signed;
  const [accessKeyId = '', day = '', region, service] = credential.split('/');
  if (!keys.has(accessKeyId) || region !== S3_KEYS.region || service !== 's3') return 'InvalidAccessKeyId';
  const age =
    Date.now() +
    ahead -
    Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (expires === undefined && !(Math.abs(age) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  if (expires !== undefined && !(age > -15 * 60_000 && age < expires * 1000)) return 'Request has expired';
  if (bodyHash !== 'UNSIGNED-PAYLOAD' && bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signedHeaders.split(';');
  if (!names.includes('host') || (expires === undefined && !names.includes(BODY_HASH)))
    return 'SignatureDoesNotMatch';
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) =>
      createHmac('sha256', secret)
        .update(part as string)
        .digest(),
    `AWS4${keys.get(accessKeyId)}`,
  );
  return createHmac('sha256', key).update(toSign).digest('hex') === signature
    ? null
    : 'SignatureDoesNotMatch';
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
