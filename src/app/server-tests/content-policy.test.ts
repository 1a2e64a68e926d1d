import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { builtPages } from '#app/page-routes.ts';
import { setUpApi } from '#test/set-up-api.ts';
import { startTestApi } from '#test/test-api.ts';

/* The content security policy and browsers' reports about it. */

const PATH = '/policy-reports';

const api = setUpApi({
  logLevel: 'debug',
  production: true,
  trustProxy: ['127.0.0.1'],
  printLog: (line) => void lines.push(line),
});

const lines: string[] = [];

/** Sends a body like a browser at this address. */
const report = (body: unknown, type = 'application/csp-report', ip = '192.0.2.1') =>
  api.app.inject({
    method: 'POST',
    url: PATH,
    remoteAddress: ip,
    headers: { 'content-type': type },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Reads the counters other than 0, by directive. */
async function counts(): Promise<Record<string, number>> {
  const metric = await api.app.metrics.getSingleMetric('policy_violations_total')?.get();
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels.directive, value]));
}

const old = (directive: string) => ({
  'csp-report': { 'document-uri': 'https://learn.example/reset-password', 'violated-directive': directive },
});
const modern = (effectiveDirective: string, type = 'csp-violation') => ({
  type,
  url: 'https://learn.example/reset-password',
  body: { effectiveDirective, blockedURL: 'https://elsewhere.example/secret' },
});

test('the policy forbids inline styles and text as script, and reports violations', async () => {
  for (const path of ['/api/oceans', '/api/nothing', '/covers/ocean/a.svg', '/oceans/%']) {
    const { headers } = await api.visitor().get(path);
    expect(headers['content-security-policy'], path).not.toContain('unsafe');
  }
  const { headers } = await api.visitor().get('/api/oceans');
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain('trusted-types default');
  expect(policy).toContain(`report-uri ${PATH}`);
  expect(policy).toContain('report-to policy');
  expect(headers['reporting-endpoints']).toBe(`policy="${PATH}"`);
});

test('no response, files of the build included, allows framing or plug-ins', async () => {
  const client = join(import.meta.dirname, '../../../dist/client');
  const files = (await readdir(client, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/(^\.|\.(br|gz|map)$)/.test(entry.name))
    .map(({ parentPath, name }) => `/${relative(client, join(parentPath, name)).replaceAll('\\', '/')}`)
    .filter((path) => !path.startsWith('/.vite/'));
  expect(files.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(20);
  const site = await startTestApi({ pages: await builtPages() });
  for (const path of [...files, '/', '/nothing', '/api/oceans', '/assets/old.js', '/media/none.png']) {
    const { headers } = await site.visitor().get(path);
    for (const directive of ["base-uri 'none'", "object-src 'none'", "frame-ancestors 'none'"])
      expect(String(headers['content-security-policy']).split(';'), path).toContain(directive);
    expect(headers['x-content-type-options'], path).toBe('nosniff');
  }
  await site.stop();
});

test('reports of both formats are counted by directive; unknown directives share a series', async () => {
  expect((await report(old("style-src 'self'"))).statusCode).toBe(204);
  const several = [
    modern('style-src-attr'),
    modern('style-src-attr'),
    modern('img-src', 'deprecation'),
    modern(`made-up-${'x'.repeat(500)}`),
  ];
  expect((await report(several, 'application/reports+json')).statusCode).toBe(204);
  expect((await report({ 'csp-report': { 'effective-directive': 'script-src-elem' } })).statusCode).toBe(204);
  expect(await counts()).toEqual({ 'style-src': 1, 'style-src-attr': 2, 'script-src-elem': 1, other: 1 });
});

test('a body that is not a report is not counted', async () => {
  const before = await counts();
  for (const body of ['{', 'null', '[]', '[null, 7]', '{"csp-report":[]}', '"x"'])
    expect((await report(body)).statusCode, body).toBe(204);
  expect((await report('a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
  expect(await counts()).toEqual(before);
});

test('large bodies and floods are refused', async () => {
  const large = [modern('img-src'), { filler: 'x'.repeat(40_000) }];
  expect((await report(large, 'application/reports+json')).statusCode).toBe(413);
  const many = Array.from({ length: 200 }, () => modern('img-src'));
  expect((await report(many, 'application/reports+json', '192.0.2.2')).statusCode).toBe(204);
  expect((await counts())['img-src']).toBe(50);
  const statuses: number[] = [];
  for (let n = 0; n < 61; n += 1)
    statuses.push((await report(old('font-src'), 'application/csp-report', '192.0.2.3')).statusCode);
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(204));
  expect(statuses[60]).toBe(429);
  expect((await counts())['font-src']).toBe(60);
});

test('the log contains no address of a report or its sender', () => {
  expect(lines.length).toBeGreaterThan(60);
  expect(lines.join('\n')).not.toMatch(/192\.0\.2|reset-password|elsewhere|made-up/);
});
