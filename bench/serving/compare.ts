import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newDataDir, removeDataDir, startSiteProcess } from '#test/site-process.ts';
import type { Load, LoadGenerator } from '../load/load.ts';
import { withCleanup } from '../process/cleanup.ts';
import { pinned, SERVER_CORE } from '../process/cores.ts';
import { say } from '../process/progress.ts';
import type { BenchSite } from '../process/site.ts';
import { processorTimeAtRest } from '../process/usage.ts';
import { headersFor, type MeasuredRequest, nameOf } from './measured-requests.ts';
import { startNginx } from './nginx.ts';
import { headerOf, type Recorded, record } from './record.ts';

export interface Pace {
  rounds: number;
  /** Length of each round, in ms. */
  round: number;
  warmUp: number;
}

/** Load, and the server's cost where it can be measured. */
export interface Round extends Load {
  /** Processor time per request, in µs. */
  processor: number;
}

export interface Compared {
  request: MeasuredRequest;
  bytes: number;
  ours: Round[];
  bare: Round[];
  /** Empty where nginx is not installed or cannot serve this response. */
  nginx: Round[];
}

interface Turn {
  url: string;
  /** Undefined: its processor time is not measured. */
  pid?: number;
  rounds: Round[];
}

interface Recording {
  request: MeasuredRequest;
  headers: Record<string, string>;
  recorded: Recorded;
}

/** Serves each response from the site, bare node:http and nginx in turns, and measures each. */
export function compareServing(
  site: BenchSite,
  generator: LoadGenerator,
  requests: readonly MeasuredRequest[],
  pace: Pace,
): Promise<Compared[]> {
  return withCleanup(async (later) => {
    const recordings: Recording[] = [];
    for (const request of requests) recordings.push(...(await recordingOf(site, request)));
    const folder = await newDataDir();
    later(() => removeDataDir(folder));
    const file = join(folder, 'requests.json');
    const stored = recordings.map(({ recorded }) => ({
      ...recorded,
      body: recorded.body.toString('base64'),
    }));
    await writeFile(file, JSON.stringify(stored));
    const bare = await startSiteProcess(
      folder,
      {},
      pinned(SERVER_CORE, [process.execPath, 'bench/serving/bare-server.ts', file]),
    );
    later(() => bare.stop());
    const nginx = await startNginx(
      folder,
      recordings.map(({ recorded }) => recorded),
    );
    later(() => nginx?.stop());

    const compared: Compared[] = [];
    for (const [index, { request, headers, recorded }] of recordings.entries()) {
      say(`serving ${nameOf(request)}`);
      const { status } = recorded;
      const turns: Turn[] = [
        { url: site.url + request.path, pid: site.pid, rounds: [] },
        { url: `${bare.url}/${index}`, pid: bare.pid, rounds: [] },
        ...(nginx && status === 200 ? [{ url: `${nginx.url}/${index}`, rounds: [] }] : []),
      ];
      for (const { url } of turns) await generator.load({ url, headers, status, duration: pace.warmUp });
      for (let round = 0; round < pace.rounds; round += 1)
        for (const { url, pid, rounds } of turns) {
          const before = await processorTimeAtRest(pid);
          const load = await generator.load({ url, headers, status, duration: pace.round });
          const used = (await processorTimeAtRest(pid)) - before;
          rounds.push({ ...load, processor: (used * 1000) / load.requests });
        }
      const [ours = [], theirs = [], files = []] = turns.map(({ rounds }) => rounds);
      compared.push({ request, bytes: recorded.body.length, ours, bare: theirs, nginx: files });
    }
    return compared;
  });
}

/** Records a response; undefined for a revalidation without an ETag. */
async function recordingOf(site: BenchSite, request: MeasuredRequest): Promise<Recording[]> {
  const headers = headersFor(site, request);
  // Records the second response, because the first may not be cached.
  await record(site.url + request.path, headers);
  const recorded = await record(site.url + request.path, headers);
  if (recorded.status !== 200) throw new Error(`${request.path} answered ${recorded.status}`);
  if (!request.again) return [{ request, headers, recorded }];
  const etag = headerOf(recorded, 'etag');
  if (etag === undefined) {
    say(`${nameOf(request)}: left out, as it has no ETag`);
    return [];
  }
  const asking = { ...headers, 'if-none-match': etag };
  return [{ request, headers: asking, recorded: await record(site.url + request.path, asking) }];
}
