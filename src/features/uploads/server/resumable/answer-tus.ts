import { randomBytes } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import { type DataStore, type Locker, Server } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { urlOf } from '#platform/http/contract/call.ts';
import type { ErrorCode } from '#platform/http/contract/error-codes.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { createResumable } from '../../contract/resumable-calls.ts';
import { expired } from './parts-store.ts';

/** Headers of the protocol that a response may have. */
const HEADERS = /^(tus-[a-z-]+|upload-[a-z-]+|location)$/;

/** Codes of the protocol's own errors. Others mean that the request is malformed. */
const CODES: Record<number, ErrorCode> = {
  409: 'wrong-offset',
  412: 'wrong-protocol',
};

/**
 * Lets every request pass, because a lock in memory would not work across nodes. The update of the row that
 * appends a part detects conflicts, and the second request gets 409.
 */
const NO_LOCK: Locker = { newLock: () => ({ lock: async () => {}, unlock: async () => {} }) };

/**
 * Handles a request of the tus protocol. Access and CSRF token are checked already. Returns the status;
 * `reply` has the headers. Throws {@link HttpError}.
 */
export async function answerTus(
  request: FastifyRequest,
  reply: FastifyReply,
  datastore: DataStore,
): Promise<number> {
  let failure: unknown;
  const path = urlOf(createResumable);
  const server = new Server({
    path,
    datastore,
    locker: NO_LOCK,
    // The last part of the upload's address.
    namingFunction: () => randomBytes(16).toString('hex'),
    generateUrl: (_request, { id }) => `${path}/${id}`,
    onResponseError(_request, error) {
      if ('status_code' in error) return undefined;
      failure = error;
      return { status_code: 500, body: '' };
    },
  });
  const response = await server.handleWeb(toWeb(request));
  if (response.ok) {
    for (const [name, value] of response.headers) if (HEADERS.test(name)) reply.header(name, value);
    return response.status;
  }
  // An unread body would block the connection.
  request.raw.resume();
  if (failure) throw failure;
  if (response.status === 404 || response.status === 410) throw expired();
  if (response.status === 412) reply.header('tus-version', '1.0.0');
  if (response.status === 413)
    throw new HttpError('too-large', 'More arrived than this file was said to have. Choose the file again.');
  throw new HttpError(CODES[response.status] ?? 'malformed-request', (await response.text()).trim());
}

type TusRequest = Parameters<Server['handleWeb']>[0];

/**
 * Converts a request. The protocol reads the body on demand, and an early response does not end the
 * connection.
 */
function toWeb({ method, raw, url, headers }: FastifyRequest): TusRequest {
  const hasBody = method === 'PATCH';
  const chunks = async function* () {
    yield* raw.iterator({ destroyOnReturn: false });
  };
  return new Request(new URL(url, 'http://localhost'), {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    ),
    ...(hasBody ? { body: ReadableStream.from(chunks()), duplex: 'half' } : {}),
  } as RequestInit) as TusRequest;
}
