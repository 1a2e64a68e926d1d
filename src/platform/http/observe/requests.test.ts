import Fastify from 'fastify';
import { AggregatorRegistry, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { observeRequests, RequestDurations } from './requests.ts';

const OBSERVED: [method: string, route: string, status: number, ms: number][] = [
  ['GET', '/api/oceans', 200, 0.2],
  ['GET', '/api/oceans', 304, 1],
  ['GET', '/api/oceans', 200, 1],
  ['GET', '/api/oceans', 204, 7],
  ['POST', '/api/oceans', 500, 20_000],
  ['GET', '/*', 404, 3],
  ['HEAD', 'a "quoted" one', 200, 40],
];

/** Records the same requests in the program's metrics and in the library's own histogram. */
function twins(): [ours: Registry, theirs: Registry] {
  const [ours, theirs] = [new Registry(), new Registry()];
  const durations = new RequestDurations(ours);
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the last byte of its answer, by route and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [theirs],
  });
  for (const [method, route, status, ms] of OBSERVED) {
    durations.observe(method, route, status, ms);
    histogram.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / 1000);
  }
  return [ours, theirs];
}

const sorted = (text: string) => text.split('\n').sort();

test('the metrics equal those of the library’s own histogram', async () => {
  const [ours, theirs] = twins();
  expect(sorted(await ours.metrics())).toEqual(sorted(await theirs.metrics()));
});

test('metrics of several processes aggregate like the library’s own', async () => {
  const [ours, theirs] = twins();
  const doubled = async (registry: Registry) => {
    const figures = await registry.getMetricsAsJSON();
    return AggregatorRegistry.aggregate(JSON.parse(JSON.stringify([figures, figures]))).metrics();
  };
  const text = await doubled(ours);
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/oceans",status="2xx"} 6',
  );
  expect(sorted(text)).toEqual(sorted(await doubled(theirs)));
});

test('a request is in progress until its response ends or its client disconnects', async () => {
  const registry = new Registry();
  const app = Fastify();
  observeRequests(app, registry, false);
  const held = Promise.withResolvers<string>();
  app.get('/slow', () => held.promise);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const inProgress = async () => /^http_requests_in_progress (\d+)$/m.exec(await registry.metrics())?.[1];
  const leaving = new AbortController();
  const left = fetch(`${url}/slow`, { signal: leaving.signal }).catch(() => null);
  const answered = fetch(`${url}/slow`).then((response) => response.text());
  await expect.poll(inProgress).toBe('2');
  leaving.abort();
  await expect.poll(inProgress).toBe('1');
  held.resolve('done');
  expect(await Promise.all([left, answered])).toEqual([null, 'done']);
  await expect.poll(inProgress).toBe('0');
  await app.close();
});
