import { Agent, request } from 'node:http';
import type { Received } from './judge.ts';
import type { Sent } from './requests.ts';

/** Time limit of an answer, after which the request counts as lost, in ms. */
const LOST = 60_000;

/** `ms` until the whole answer; `work`: the processor time of this process meanwhile, in ms. */
export type Send = (sent: Sent) => Promise<Received & { ms: number; work: number }>;

/** Sends over one kept connection. Leaves out bytes that Node's client refuses: no browser sends them. */
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
        // A refused large body: the answer is lost with the connection, as for a browser.
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
