import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy to a site that drops chosen responses. */
interface LosingLine {
  url: string;
  /** Addresses of dropped responses, one entry each. */
  lost: string[];
  close(): Promise<void>;
}

/**
 * Opens a proxy to the site at `url`. `loses` tells whether to drop the response to an address, and `before`
 * is the number of earlier requests for it. Each request has its own connection.
 */
export async function openLosingLine(
  url: string,
  loses: (address: string, before: number) => boolean,
): Promise<LosingLine> {
  const lost: string[] = [];
  const counts = new Map<string, number>();
  const server = createServer((asked, answer) => {
    const { method, headers, url: address = '/' } = asked;
    const before = counts.get(address) ?? 0;
    counts.set(address, before + 1);
    if (loses(address, before)) {
      lost.push(address);
      asked.socket.destroy();
      return;
    }
    const passed = request(url + address, { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, { ...came.headers, connection: 'close' });
      came.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
