import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '../contract/error-codes.ts';
import { hashSource } from './content-policy.ts';
import { ERROR_STYLE } from './error-page.ts';
import { NOT_UNDERSTOOD } from './plain-words.ts';

/* Responses to errors before any hook runs: invalid addresses and messages. */

/** A year, for the site and all names below it, in helmet's format. */
const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/** Security headers of a response that loads nothing. */
export const earlyHeaders = (secure: boolean): Record<string, string> => ({
  'content-security-policy': [
    `default-src 'none'; style-src ${hashSource(ERROR_STYLE)}`,
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(secure ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
});

const REASONS: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of this request are too large.'],
};

/** Makes the response to a message that never reaches the router. It closes the connection. */
function refusal(secure: boolean, status: number, message: string) {
  const code = status === 400 ? 'malformed-request' : 'request-refused';
  const body = JSON.stringify({ code, message } satisfies ErrorBody);
  const headers: Record<string, string> = {
    connection: 'close',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...earlyHeaders(secure),
  };
  return { body, headers };
}

/** Makes the response to bytes that are no HTTP request, and closes the connection. A HEAD gets no body. */
export function clientErrorHandler(secure: boolean) {
  return (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [status, message] = REASONS[error.code ?? ''] ?? [400, NOT_UNDERSTOOD];
    const { body, headers } = refusal(secure, status, message);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    // The parser failed before it knew the method. Only the last packet is available: if the method was in an
    // earlier one, the response has a body, and the connection closes after it.
    const isHead = error.rawPacket instanceof Buffer && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
    if (socket.writable)
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${isHead ? '' : body}`,
      );
    socket.destroySoon();
  };
}

/**
 * Refuses requests that do not name exactly one host (RFC 9112, 3.2). Of several, Node reads the first, and a
 * cache in front may read another. Returns whether it has responded.
 */
export function refuseWrongHosts(secure: boolean) {
  const { body, headers } = refusal(secure, 400, NOT_UNDERSTOOD);
  return ({ rawHeaders, httpVersion }: IncomingMessage, response: ServerResponse): boolean => {
    let hosts = 0;
    for (let index = 0; index < rawHeaders.length; index += 2)
      if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
    if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return false;
    response.writeHead(400, headers).end(body);
    return true;
  };
}
