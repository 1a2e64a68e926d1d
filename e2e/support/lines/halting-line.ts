import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy to a site that stops each page before its end, until it is released. */
interface HaltingLine {
  url: string;
  /** Releases the end of the page. */
  goOn(): void;
  /** Drops the end of the page. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * Opens a proxy to the site at `url`. It stops a page before its last script, which contains the page's
 * state, or `into` bytes after that script's start. Other responses pass immediately.
 */
export async function openHaltingLine(url: string, into = 0): Promise<HaltingLine> {
  let goOn = () => {};
  let cut = () => {};
  const server = createServer((asked, answer) => {
    const isPage = asked.headers['sec-fetch-dest'] === 'document';
    // The first part of a compressed page may decode to nothing.
    const encoding = isPage ? { 'accept-encoding': 'identity' } : {};
    const headers = { ...asked.headers, ...encoding };
    const passed = request(
      new URL(asked.url ?? '/', url),
      { method: asked.method, headers },
      async (from) => {
        answer.writeHead(from.statusCode ?? 500, from.headers);
        if (!isPage) return void from.pipe(answer);
        const page = Buffer.concat(await from.toArray());
        const end = page.lastIndexOf('<script') + into;
        answer.write(page.subarray(0, end));
        goOn = () => answer.end(page.subarray(end));
        cut = () => answer.destroy();
      },
    );
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    goOn: () => goOn(),
    cut: () => cut(),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
