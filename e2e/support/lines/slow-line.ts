import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A proxy to a site with limited speed, for browsers of every engine. It is unlimited until `limit` is
 * called.
 */
interface SlowLine {
  url: string;
  /** Limits each direction, in bytes per second. Infinity removes the limit. */
  limit(bytesPerSecond: number): void;
  close(): Promise<void>;
}

/** Bytes that pass at once, which is the granularity of the limit. */
const STEP = 8 * 1024;

/** Opens a proxy to the site at `url`. */
export async function openSlowLine(url: string): Promise<SlowLine> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let rate = Number.POSITIVE_INFINITY;

  /** All connections share the limit of a direction. */
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
