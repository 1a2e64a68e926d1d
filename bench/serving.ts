import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';
import { load, median } from './http-load.ts';
import type { Row } from './run.ts';

const ROUNDS = 5;
const WARM_UP = 1_000;
const ROUND = 1_500;
const HEADERS = { cookie: 'stillwater_entered=1', 'accept-encoding': 'br' };

/** Requests per second and p99 of the site, as a ratio to bare `node:http` sending the same bytes and headers. */
export async function benchServing(): Promise<Row[]> {
  const dataDir = await newDataDir();
  const site = await startSiteProcess(dataDir);
  const waveId = await freeWaveId(site.url);
  const paths = ['/api/oceans', '/app', `/waves/${waveId}`];
  const file = join(dataDir, 'answers.json');
  await writeFile(file, JSON.stringify(await recorded(site.url, paths)));
  const bare = await startSiteProcess(dataDir, {}, [process.execPath, 'bench/bare-server.ts', file]);

  const rows: Row[] = [];
  for (const path of paths) {
    const ratios: number[] = [];
    const tails: number[] = [];
    const rates: number[] = [];
    await load(site.url + path, WARM_UP, HEADERS);
    await load(bare.url + path, WARM_UP, HEADERS);
    // Interleaved, so that whatever else the machine does falls on both.
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await load(site.url + path, ROUND, HEADERS);
      const theirs = await load(bare.url + path, ROUND, HEADERS);
      ratios.push(ours.rate / theirs.rate);
      tails.push(ours.p99 / theirs.p99);
      rates.push(ours.rate);
    }
    rows.push({
      name: `${path.replace(/\d+/, '{id}')}: requests/s, of bare node:http`,
      value: median(ratios).toFixed(3),
      note: `about ${Math.round(median(rates))} requests/s; median of ${ROUNDS} rounds`,
    });
    rows.push({
      name: `${path.replace(/\d+/, '{id}')}: p99, times bare node:http`,
      value: median(tails).toFixed(1),
    });
  }
  await Promise.all([site.stop(), bare.stop()]);
  await removeDataDir(dataDir);
  return rows;
}

async function freeWaveId(url: string): Promise<number> {
  const waves = (await (await fetch(`${url}/api/oceans/1/waves`)).json()) as { id: number }[];
  return waves[0]?.id ?? 1;
}

/** The site's own answers with their headers and compressed bytes, less what node adds by itself. */
async function recorded(url: string, paths: string[]) {
  const answers: Record<string, { headers: Record<string, string>; body: string }> = {};
  for (const path of paths)
    answers[path] = await new Promise((resolve, reject) => {
      get(url + path, { headers: HEADERS }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          const headers = { ...response.headers } as Record<string, string>;
          for (const name of ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])
            delete headers[name];
          resolve({ headers, body: Buffer.concat(chunks).toString('base64') });
        });
      }).on('error', reject);
    });
  return answers;
}
