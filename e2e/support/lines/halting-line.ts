import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A connection to a site over which each page stops before its end, until that is let go. */
interface HaltingLine {
  url: string;
  /** Lets the end of the page go. */
  goOn(): void;
  /** Loses the end of the page. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * Opens such a line to the site at `url`. Everything but pages passes at once. A page stops before its last
 * script, which holds its state, or `into` bytes after that begins.
 */
export async function openHaltingLine(url: string, into = 0): Promise<HaltingLine> {
  let goOn = () => {};
  let cut = () => {};
  const server = createServer((asked, answer) => {
    const isPage = asked.headers['sec-fetch-dest'] === 'document';
    // A part of a compressed page may be nothing yet.
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
