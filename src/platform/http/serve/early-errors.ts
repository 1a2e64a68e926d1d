import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '../contract/error-codes.ts';
import { hashSource } from './content-policy.ts';
import { ERROR_STYLE } from './error-page.ts';
import { NOT_UNDERSTOOD } from './plain-words.ts';

/* Errors that are answered before any hook runs: addresses and messages that nobody can read. */

/** A year, for the site and every name below it, as helmet writes it. */
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

/** Makes the answer to bytes that are no HTTP request, and closes the connection. A HEAD gets no body. */
export function clientErrorHandler(secure: boolean) {
  const headers = Object.entries(earlyHeaders(secure)).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [status, message] = REASONS[error.code ?? ''] ?? [400, NOT_UNDERSTOOD];
    const code = status === 400 ? 'malformed-request' : 'request-refused';
    const body = JSON.stringify({ code, message } satisfies ErrorBody);
    // The parser failed before the method was known. Only the last packet is here: if the method came in an
    // earlier one, the body is sent, and the connection closes after it.
    const isHead = error.rawPacket instanceof Buffer && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
    if (socket.writable)
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncache-control: no-store\r\n` +
          `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
          `${headers.join('')}\r\n${isHead ? '' : body}`,
      );
    socket.destroySoon();
  };
}
