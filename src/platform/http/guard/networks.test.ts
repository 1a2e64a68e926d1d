import { expect, test } from 'vitest';
import { inNetworks, isThisMachine } from './networks.ts';

test('IP addresses match named networks, ranges and single addresses, in any notation', () => {
  const isOurs = inNetworks(['loopback', '10.0.0.0/8', '192.0.2.7', 'fd00::/8']);
  for (const address of ['127.0.0.1', '::1', '10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', 'fd00::7'])
    expect(isOurs(address), address).toBe(true);
  for (const address of ['11.0.0.1', '192.0.2.8', '::ffff:8.8.8.8', 'fe80::1', 'unix', '', undefined])
    expect(isOurs(address), address).toBe(false);
  expect(inNetworks([])('127.0.0.1')).toBe(false);
});

test('the local machine is recognized by its names and addresses, also as the host of a URL', () => {
  for (const host of ['', 'localhost', '127.0.0.1', '127.1.2.3', '::1', new URL('smtp://[::1]:25').hostname])
    expect(isThisMachine(host), host).toBe(true);
  for (const host of ['localhost.example', '127.example', '1127.0.0.1', '10.0.0.1', '[::2]', 'database'])
    expect(isThisMachine(host), host).toBe(false);
});
