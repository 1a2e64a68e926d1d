import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

test('Varnish and nginx store the same addresses', () => {
  const varnish = [...read('varnish.vcl').matchAll(/req\.url !~ "(.+?)"/g)].map(([, pattern]) => pattern);
  const nginx = [...read('nginx-cache.conf').matchAll(/"~(\^\/.+?)" 1;/g)].map(([, pattern]) => pattern);
  expect(varnish).toHaveLength(5);
  expect(nginx.toSorted()).toEqual(varnish.toSorted());
});
