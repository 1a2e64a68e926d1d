import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection to a site for browsers of every engine: as fast as the machine until it is made slow. */
interface SlowLine {
  url: string;
  /** Limits each direction, in bytes a second; Infinity is no limit. */
  limit(bytesPerSecond: number): void;
  close(): Promise<void>;
}

/** Bytes that pass at once: the limit counts in these steps. */
const STEP = 8 * 1024;

/** Opens a line to the site at `url`. */
export async function openSlowLine(url: string): Promise<SlowLine> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let rate = Number.POSITIVE_INFINITY;

  /** All connections share one direction of the line. */
  const direction = () => {
    let freeAt = 0;
    return async function* slowed(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks)
        for (let start = 0; start < chunk.length; start += STEP) {
          const step = chunk.subarray(start, start + STEP);
          freeAt = Math.max(freeAt, Date.now()) + (step.length / rate) * 1000;
          while (rate !== Number.POSITIVE_INFINITY && Date.now() < freeAt) await sleep(10);
          yield step;
        }
    };
  };
  const [up, down] = [direction(), direction()];
  const server = createServer({ allowHalfOpen: true }, (browser) => {
    const site = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    for (const socket of [browser, site]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    const ended = () => {
      browser.destroy();
      site.destroy();
    };
    pipeline(browser, up, site).catch(ended);
    pipeline(site, down, browser).catch(ended);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    limit(bytesPerSecond) {
      rate = bytesPerSecond;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
