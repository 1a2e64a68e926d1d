import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RecordedHeaders } from '../cache/cached-response.ts';
import { PER_REQUEST } from './record-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined in development. */
    buildFiles?: BuildFiles;
  }
  interface FastifyContextConfig {
    /** The route of one file of the build, whose bytes never change. */
    isBuildFile?: boolean;
  }
}

export interface BuildFile {
  route: string;
  headers: RecordedHeaders;
  bytes: Buffer;
}

/** What browsers and our shared caches accept. Files for other values of `Accept-Encoding` are not kept. */
const ENCODINGS = ['gzip, deflate, br, zstd', 'gzip, deflate, br', 'gzip, deflate', 'br', 'gzip', ''];

/** They ask for a part, or whether a file has changed: the router compares. */
const CONDITIONS = [
  'range',
  'if-none-match',
  'if-modified-since',
  'if-match',
  'if-unmodified-since',
] as const;

const FILE_END: Record<string, string> = { br: '.br', gzip: '.gz' };

/**
 * The scripts, style sheets and fonts of the build in memory, with the headers of the router's first
 * response: a newcomer asks for fifty files, and reading each from the disk cost most of the visit.
 */
export class BuildFiles {
  readonly #folder: string;
  /** By address and `Accept-Encoding`. */
  readonly #files = new Map<string, BuildFile>();
  /** By path: several values of `Accept-Encoding` lead to one file. */
  readonly #bytes = new Map<string, Promise<Buffer>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Finds the whole file for a request. Undefined: the router answers. */
  find({ url = '', headers }: IncomingMessage): BuildFile | undefined {
    const file = this.#files.get(keyOf(url, headers));
    return file && CONDITIONS.every((name) => headers[name] === undefined) ? file : undefined;
  }

  /** Records responses as the router sends them. */
  record(app: FastifyInstance): void {
    app.addHook('onSend', (request, reply, payload, done) => {
      if (this.#isWanted(request, reply)) void this.#keep(request, reply).catch(() => {});
      done(null, payload);
    });
  }

  #isWanted({ method, url, headers, routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
    if (method !== 'GET' || !routeOptions.config.isBuildFile || url !== routeOptions.url) return false;
    if (reply.statusCode !== 200 || reply.hasHeader('set-cookie')) return false;
    return ENCODINGS.includes(acceptedOf(headers)) && !this.#files.has(keyOf(url, headers));
  }

  async #keep({ url, headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
    const sent = Object.entries(reply.getHeaders()).filter(([name]) => !PER_REQUEST.has(name));
    const path = join(this.#folder, url + (FILE_END[String(reply.getHeader('content-encoding'))] ?? ''));
    const reading = this.#bytes.get(path) ?? readFile(path);
    this.#bytes.set(path, reading);
    const bytes = await reading;
    if (bytes.length !== Number(reply.getHeader('content-length'))) return;
    this.#files.set(keyOf(url, headers), { route: url, headers: new RecordedHeaders(sent), bytes });
  }
}

const acceptedOf = (headers: IncomingHttpHeaders) => String(headers['accept-encoding'] ?? '');
const keyOf = (url: string, headers: IncomingHttpHeaders) => `${url} ${acceptedOf(headers)}`;
