import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Person } from './person.ts';
import { Visitors, visitsOf } from './visits/scripted-visits.ts';
import { judge } from './writer.ts';

test('requests that a busy site sheds break no promise, and necessary ones are retried', async () => {
  const refusals = ['overloaded', 'database-unavailable', 'overloaded', 'database-unavailable'];
  const server = createServer((_request, response) => {
    const code = refusals.shift();
    response.statusCode = code ? 503 : 200;
    response.end(JSON.stringify({ code }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const person = new Person(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const read = async () => (await judge(person.call('GET', '/api/oceans'), 200)).outcome.is;
  expect([await read(), await read()]).toEqual(['shed', 'refused']);
  expect(await person.must('GET', '/api/oceans')).toEqual({});
  expect(refusals).toEqual([]);
  person.leave();
  server.close();
});

test('a visit repeats what a busy site refused', async () => {
  const statuses = [503, 200, 503, 204];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method}`);
    response.statusCode = statuses.shift() ?? 500;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const visitors = new Visitors(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [visit] = visitsOf(1, [{ id: 1, path: '/droplets/1' }]);
  expect(visit && (await visitors.visit(visit))).toBe(true);
  expect(asked).toEqual(['GET', 'GET', 'POST', 'POST']);
  server.close();
});
