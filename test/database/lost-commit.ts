import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Starts a proxy to a PostgreSQL server. On request, it passes the next commit on, and cuts the connection
 * instead of returning the response.
 */
export async function startLosingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let loses = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isCommitting = false;
    const close = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', close);
    }
    client.on('data', (bytes) => {
      isCommitting ||= loses && /\bcommit\b/i.test(bytes.toString('latin1'));
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!isCommitting) return void client.write(bytes);
      loses = false;
      client.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    loseNextCommit: () => {
      loses = true;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
