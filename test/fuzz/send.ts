import { Agent, request } from 'node:http';
import type { Received } from './judge.ts';
import type { Sent } from './requests.ts';

/** Timeout of a response, after which the request counts as lost, in ms. */
const LOST = 60_000;

/**
 * Sends a request. `ms`: time until the complete response. `work`: this process's processor time meanwhile,
 * in ms.
 */
export type Send = (sent: Sent) => Promise<Received & { ms: number; work: number }>;

/**
 * Sends over one keep-alive connection. Skips bytes that Node's client refuses, because no browser sends
 * them.
 */
export function sender(origin: string): Send & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: Send = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const [started, used] = [performance.now(), process.cpuUsage()];
      const times = () => {
        const { user, system } = process.cpuUsage(used);
        return { ms: performance.now() - started, work: (user + system) / 1000 };
      };
      const call = request(
        new URL(origin),
        {
          agent,
          method,
          path: path.replace(/[^\x21-\x7e]/g, (character) => encodeURI(character)),
          headers: { ...printable(headers), ...(body ? { 'content-length': body.length } : {}) },
          timeout: LOST,
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
              ...times(),
            }),
          );
        },
      );
      call.on('timeout', () => call.destroy(new Error('no answer')));
      call.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed the connection of a refused large body, so the response is lost, as for a
        // browser.
        if (error.code === 'ECONNRESET' || error.code === 'EPIPE')
          resolve({ status: 0, headers: {}, text: '', ...times() });
        else reject(error);
      });
      call.end(body);
    });
  return Object.assign(send, { close: () => agent.destroy() });
}

const printable = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')]),
  );
