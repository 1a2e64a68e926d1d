import { ReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import { RecordedHeaders } from '../cache/cached-response.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The `onSend` hook of routes whose response at an address is equal for everybody and never changes. */
    recordFile: onSendHookHandler;
  }
}

export interface UnchangingFile {
  route: string;
  headers: RecordedHeaders;
  bytes: Buffer;
}

/** Values of `Accept-Encoding` from browsers and shared caches. Memory holds files for these only. */
const ENCODINGS = ['gzip, deflate, br, zstd', 'gzip, deflate, br', 'gzip, deflate', 'br', 'gzip', ''];

/** Headers that request a part, or a comparison. The router handles them. */
const CONDITIONS = [
  'range',
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
] as const;

/**
 * Maximum bytes of all files in all encodings. The build takes 3 MB per encoding; the number of covers is
 * unlimited.
 */
const MAX_BYTES = 16 * 1024 * 1024;
/** Approximate memory of a file besides its bytes. */
const OVERHEAD = 2_000;

/**
 * Scripts, style sheets, fonts and generated covers in memory, with the headers of the router's first
 * response. A first visit requests fifty of them, which cost most of its time.
 */
export class UnchangingFiles {
  /** Files by address and `Accept-Encoding`, the oldest first. */
  readonly #files = new Map<string, UnchangingFile>();
  #size = 0;

  /** Finds the whole file for a request; undefined when the router must respond. */
  find({ url = '', headers }: IncomingMessage): UnchangingFile | undefined {
    const file = this.#files.get(keyOf(url, headers));
    return file && CONDITIONS.every((name) => headers[name] === undefined) ? file : undefined;
  }

  /** Records a response while the router sends it. */
  record: onSendHookHandler = (request, reply, payload, done) => {
    if (this.#isWanted(request, reply)) void this.#keep(request, reply, payload).catch(() => {});
    done(null, payload);
  };

  #isWanted({ method, url, headers }: FastifyRequest, reply: FastifyReply): boolean {
    if (method !== 'GET' || url.includes('?')) return false;
    if (reply.statusCode !== 200 || reply.hasHeader('set-cookie')) return false;
    return ENCODINGS.includes(acceptedOf(headers)) && !this.#files.has(keyOf(url, headers));
  }

  async #keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void> {
    const sent = new RecordedHeaders(reply.getHeaders());
    const bytes = payload instanceof ReadStream ? await readFile(payload.path) : payload;
    if (!Buffer.isBuffer(bytes) || bytes.length !== Number(reply.getHeader('content-length'))) return;
    const route = request.routeOptions.url ?? 'unknown';
    const key = keyOf(request.url, request.headers);
    if (this.#files.has(key)) return;
    this.#files.set(key, { route, headers: sent, bytes });
    this.#size += bytes.length + OVERHEAD;
    for (const [oldest, file] of this.#files) {
      if (this.#size <= MAX_BYTES) return;
      this.#files.delete(oldest);
      this.#size -= file.bytes.length + OVERHEAD;
    }
  }
}

const acceptedOf = (headers: IncomingHttpHeaders) => String(headers['accept-encoding'] ?? '');
const keyOf = (url: string, headers: IncomingHttpHeaders) => `${url} ${acceptedOf(headers)}`;
