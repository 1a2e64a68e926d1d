import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A connection to a site over which chosen responses are lost. */
interface LosingLine {
  url: string;
  /** Addresses whose response was lost, one entry a loss. */
  lost: string[];
  close(): Promise<void>;
}

/**
 * Opens such a line to the site at `url`. `loses` tells whether the response to an address is lost; `before`
 * is how often it was asked for. Each request has its own connection.
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
