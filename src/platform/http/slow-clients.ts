import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A client that sends its request's head more slowly than this (ms) is cut off. */
export const HEAD_WITHIN = 15_000;
/** An ordinary body (256 KB at most) must be there after so long, in ms. A file may take hours, as long as it moves. */
const BODY_WITHIN = 30_000;
/** Of a file, at least this many bytes in that time. */
const LEAST_PROGRESS = 30 * 1024;
/** More connections than this to one process are closed at once: memory and file handles are not without end. */
export const MOST_CONNECTIONS = 10_000;

/** Cuts off clients that hold a connection by sending a body very slowly, or not at all. */
export function cutOffSlowBodies(app: FastifyInstance, within = BODY_WITHIN): void {
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    if (!hasBody(request) || request.raw.complete || socket?.bytesRead === undefined) return;
    const isFile = request.headers['content-type']?.startsWith('multipart/');
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      if (request.raw.complete) return clearInterval(timer);
      if (isFile && socket.bytesRead - before >= LEAST_PROGRESS) before = socket.bytesRead;
      else {
        clearInterval(timer);
        if (!reply.raw.headersSent) socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
        socket.destroySoon();
      }
    }, within).unref();
    reply.raw.once('close', () => clearInterval(timer));
  });
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
