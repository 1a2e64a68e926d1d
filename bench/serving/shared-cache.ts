import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { findVarnish, startPlainVarnish, startVarnish } from '#test/shared-cache/shared-caches.ts';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';
import type { Options } from '../groups.ts';
import { LoadGenerator } from '../load/load.ts';
import { withCleanup } from '../process/cleanup.ts';
import { pinned, SERVER_CORE } from '../process/cores.ts';
import { say } from '../process/progress.ts';
import { startBenchSite } from '../process/site.ts';
import { figure, spread, type Table } from '../report/table.ts';
import { record } from './record.ts';

const PATHS = ['/api/oceans', '/api/oceans/1/waves', '/', '/oceans/1', '/waves/1', '/droplets/3'];
const HEADERS = { 'accept-encoding': 'br' };
const WRITES = 10;
/** Anonymous requests after a write, of which the share that reaches the nodes is measured. */
const AFTER_WRITE = 20_000;

/** Measures Varnish with deploy/varnish.vcl, compared with Varnish's built-in rules for the same bytes. */
export async function measure({ quick }: Options): Promise<Table[]> {
  if (!findVarnish()) throw new Error('Varnish with its modules is not installed.');
  return withCleanup(async (later) => {
    const port = await freePort();
    const site = await startBenchSite({ environment: { CACHE_PURGE_URLS: `http://127.0.0.1:${port}/` } });
    later(() => site.stop());
    const node = Number(new URL(site.url).port);
    const ours = await startVarnish(port, [node, node]);
    later(() => ours.stop());
    const folder = await newDataDir();
    later(() => removeDataDir(folder));
    const recordings = [];
    for (const path of PATHS) {
      await record(site.url + path, HEADERS);
      recordings.push(await record(site.url + path, HEADERS));
    }
    const file = join(folder, 'requests.json');
    await writeFile(
      file,
      JSON.stringify(recordings.map((one) => ({ ...one, body: one.body.toString('base64') }))),
    );
    const command = [process.execPath, 'bench/serving/bare-server.ts', file];
    const origin = await startSiteProcess(folder, {}, pinned(SERVER_CORE, command));
    later(() => origin.stop());
    const plain = await startPlainVarnish(await freePort(), Number(new URL(origin.url).port));
    later(() => plain.stop());

    await isStored(ours.url);
    const generator = new LoadGenerator();
    later(async () => generator.stop());
    const pace = quick ? { rounds: 1, ms: 300 } : { rounds: 9, ms: 1_000 };
    const rows = [];
    for (const [index, path] of PATHS.entries()) {
      say(`shared-cache ${path}`);
      const ratios: number[] = [];
      const rates: number[] = [];
      for (let round = -1; round < pace.rounds; round += 1) {
        const one = await generator.load({ url: ours.url + path, headers: HEADERS, duration: pace.ms });
        const other = await generator.load({
          url: `${plain.url}/${index}`,
          headers: HEADERS,
          duration: pace.ms,
        });
        if (round < 0) continue;
        ratios.push(one.rate / other.rate);
        rates.push(one.rate);
      }
      rows.push([
        `\`${path}\``,
        figure(recordings[index]?.body.length ?? 0),
        figure(spread(rates).value),
        spread(ratios, { digits: 2, limit: { atLeast: 0.95 } }),
      ]);
    }
    return [
      {
        title: 'Varnish with our rules',
        columns: ['Request', 'Bytes', 'Requests/s', 'Of Varnish alone'],
        rows,
      },
      await afterWrites(site, ours.url, quick ? 2 : WRITES),
    ];
  });
}

type Site = Awaited<ReturnType<typeof startBenchSite>>;

/**
 * Measures the time until a write is visible, and the share of visitors' later requests that reaches the
 * node.
 */
async function afterWrites(site: Site, url: string, writes: number): Promise<Table> {
  const seen: number[] = [];
  const shares: number[] = [];
  for (let write = 0; write < writes; write += 1) {
    say(`shared-cache write ${write + 1}`);
    const before = await textOf(`${url}/api/oceans`);
    await site.write();
    const written = performance.now();
    while ((await textOf(`${url}/api/oceans`)) === before) await sleep(5);
    seen.push(performance.now() - written);
    const since = await answered(site);
    const ask = async () => {
      for (let n = 0; n < AFTER_WRITE / 20 / writes; n += 1) await textOf(url + PATHS[n % PATHS.length]);
    };
    await Promise.all(Array.from({ length: 20 }, ask));
    shares.push((((await answered(site)) - since) / (AFTER_WRITE / writes)) * 100);
  }
  return {
    title: 'After a write',
    columns: ['Measured', 'Value'],
    rows: [
      ['a write is visible to visitors after', spread(seen, { unit: 'ms', limit: { atMost: 2_000 } })],
      [
        `share of the next ${figureOf(AFTER_WRITE / writes)} anonymous requests that reach the node`,
        spread(shares, { digits: 2, unit: '%', limit: { atMost: 1 } }),
      ],
    ],
  };
}

const figureOf = (count: number) => count.toLocaleString('en');

const textOf = async (url: string) => (await fetch(url, { headers: HEADERS })).text();

/** Returns the number of requests that the node has served, without probes. */
async function answered(site: Site): Promise<number> {
  const text = await (await fetch(`${site.url}/metrics`)).text();
  let sum = 0;
  for (const line of text.split('\n'))
    if (line.startsWith('http_request_duration_seconds_count') && !/readyz|metrics/.test(line))
      sum += Number(line.slice(line.lastIndexOf(' ')));
  return sum;
}

async function isStored(url: string): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const response = await fetch(`${url}/api/oceans`, { headers: HEADERS });
    await response.arrayBuffer();
    if (response.headers.get('x-request-id') === null) return;
    await sleep(25);
  }
  throw new Error('Varnish cached no response.');
}
