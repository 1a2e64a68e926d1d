import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Line {
  /** URL of the server through this line. */
  url: string;
  /** Stops all traffic without closing connections. */
  hold(): void;
  /** Ends the held connections. New connections work. */
  release(): void;
  close(): Promise<void>;
}

/** Opens a TCP proxy to a server that can go silent, as when a router loses power. */
export async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  const ends = new Set<Socket>();
  let held = false;
  const end = () => {
    for (const socket of ends) socket.destroy();
    ends.clear();
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('data', (bytes) => held || to.write(bytes));
      from.on('error', () => {}).on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = String((server.address() as AddressInfo).port);
  return {
    url: Object.assign(new URL(url), { port: own }).href,
    hold: () => {
      held = true;
    },
    release: () => {
      held = false;
      end();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        end();
      }),
  };
}
