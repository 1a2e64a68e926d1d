import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { type Send, smtpTransport } from '#platform/mail/transport.ts';

const FROM = 'hello@still.example';
const letter = (subject: string) => ({ to: 'maren@example.org', subject, text: 'x', html: '<p>x</p>' });

/** A connection to the server, with the subjects received on it. */
interface Connection {
  socket: Socket;
  subjects: string[];
}

/**
 * Starts a small mail server. `reply` gets each line and the number of earlier messages on its connection. It
 * may return another response, or 'close' to close the connection.
 */
async function mailServer(reply: (line: string, subjects: number) => string | undefined = () => undefined) {
  const connections: Connection[] = [];
  const server = createServer((socket) => {
    const connection: Connection = { socket, subjects: [] };
    connections.push(connection);
    let inData = false;
    socket.on('error', () => {});
    socket.write('220 here\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      const subject = /^Subject: (.*)/.exec(line)?.[1];
      const other = reply(line, connection.subjects.length);
      if (other === 'close') socket.destroy();
      else if (other !== undefined) socket.write(`${other}\r\n`);
      else if (inData) {
        if (subject) connection.subjects.push(subject);
        if (line !== '.') return;
        inData = false;
        socket.write('250 taken\r\n');
      } else if (line === 'DATA') {
        inData = true;
        socket.write('354 go\r\n');
      } else socket.write('250 yes\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  stops.push(() => {
    for (const { socket } of connections) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${port}`, connections };
}

const stops: (() => void)[] = [];
const open = (url: string, idle?: number): Send => {
  const send = smtpTransport(url, FROM, 1_000, idle);
  stops.push(() => send.close?.());
  return send;
};
afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop();
});

test('successive messages share a connection, at most a hundred', async () => {
  const { url, connections } = await mailServer();
  const send = open(url);
  for (let count = 0; count < 101; count += 1) await send(letter(`letter ${count}`));
  expect(connections.map(({ subjects }) => subjects.length)).toEqual([100, 1]);
});

test('the pool closes an idle connection, immediately if nothing more is sent', async () => {
  const { url, connections } = await mailServer();
  await open(url, 50)(letter('one'));
  await expect.poll(() => connections[0]?.socket.destroyed).toBe(true);
  const send = open(url);
  await send(letter('two'));
  expect(connections[1]?.socket.destroyed).toBe(false);
  send.close?.();
  await expect.poll(() => connections[1]?.socket.destroyed).toBe(true);
});

test('a message is sent once, even if the server closed the idle connection', async () => {
  const { url, connections } = await mailServer();
  const send = open(url);
  await send(letter('one'));
  connections[0]?.socket.destroy();
  await send(letter('two'));
  expect(connections.map(({ subjects }) => subjects)).toEqual([['one'], ['two']]);
});

test('a message is sent once, even if the server closes the connection at its start', async () => {
  for (const answer of ['close', '421 too many']) {
    const { url, connections } = await mailServer((line, subjects) =>
      subjects > 0 && line.startsWith('MAIL FROM') ? answer : undefined,
    );
    const send = open(url);
    await send(letter('one'));
    await send(letter('two'));
    expect(connections.map(({ subjects }) => subjects)).toEqual([['one'], ['two']]);
  }
});

test('a message whose connection is lost during sending fails, and is not sent again', async () => {
  let ends = 0;
  const { url, connections } = await mailServer((line) => {
    if (line === '.') ends += 1;
    return line === '.' && ends === 2 ? 'close' : undefined;
  });
  const send = open(url);
  await send(letter('one'));
  await expect(send(letter('two'))).rejects.toThrow();
  await send(letter('three'));
  expect(connections.map(({ subjects }) => subjects)).toEqual([['one', 'two'], ['three']]);
});

test('after a refused message the connection serves the next one', async () => {
  const { url, connections } = await mailServer((line) =>
    line.startsWith('RCPT TO') && line.includes('nobody') ? '550 unknown' : undefined,
  );
  const send = open(url);
  await send(letter('one'));
  const refused = send({ ...letter('two'), to: 'nobody@example.org' });
  await expect(refused).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' });
  await expect.poll(() => connections.length).toBe(1);
  await send(letter('three'));
  expect(connections.flatMap(({ subjects }) => subjects)).toEqual(['one', 'three']);
});
