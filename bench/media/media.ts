import { setTimeout as sleep } from 'node:timers/promises';
import type { Upload } from '#features/uploads/contract/schemas.ts';
import { findMediaPrograms } from '#features/uploads/server/ffmpeg/programs.ts';
import { newDataDir, removeDataDir } from '#test/site-process.ts';
import type { Options } from '../groups.ts';
import { type Latencies, LoadGenerator, type Stream } from '../load/load.ts';
import { withCleanup } from '../process/cleanup.ts';
import { say } from '../process/progress.ts';
import { type BenchSite, startBenchSite } from '../process/site.ts';
import { endedChildrenTime } from '../process/usage.ts';
import { pooled } from '../report/statistics.ts';
import { figure, spread, type Table } from '../report/table.ts';
import { copyOf, makeHevcFilm, overALine, SECONDS } from './film.ts';

/* Measures the time from choosing a phone's film to playing it, and the effect on readers meanwhile. */

const ROUNDS = 2;
/** Limit in seconds. */
const READY = { atMost: 60 };
/** Limit of p99, as a ratio to the p99 of an idle node. */
const TAIL = { atMost: 2 };
/** Cached responses per second, as in `progress`: low, so that p99 is latency and not queueing. */
const CACHED = 200;
/** Seconds of load at a time, and of load with an idle node before and after each film. */
const TURN = 3;
const IDLE_TURNS = 4;
/** Polling interval of the film's state, in ms, equal to that of the owner's form. */
const POLL = 1_500;
const REST = 2_000;

export function measure({ quick }: Options): Promise<Table[]> {
  return withCleanup(async (later) => {
    const programs = findMediaPrograms();
    if (!programs) throw new Error('The benchmark media needs ffmpeg and ffprobe on the PATH.');
    const folder = await newDataDir();
    later(() => removeDataDir(folder));
    say('media: making an HEVC film');
    const film = await makeHevcFilm(programs, folder, quick);
    const generator = new LoadGenerator();
    later(() => generator.stop());
    const site = await startBenchSite({ environment: { FFMPEG: programs.ffmpeg } });
    later(() => site.stop());
    const send = async () => (await generator.steady(site.url, TURN * 1000, [cachedOf(site)]))[0] ?? [];
    await send();

    const idle: Latencies[] = [];
    const beside: Latencies[] = [];
    const seconds: number[] = [];
    const processor: number[] = [];
    const idleTurns = async () => {
      for (let turn = 0; turn < (quick ? 1 : IDLE_TURNS); turn += 1) idle.push(await send());
    };
    for (let round = 1; round <= (quick ? 1 : ROUNDS); round += 1) {
      say(`media: film ${round}`);
      const content = await copyOf(programs, film, round);
      await sleep(REST);
      await idleTurns();
      const before = await endedChildrenTime(site.pid);
      let isReady = false;
      const making = readyAfter(site, content).finally(() => {
        isReady = true;
      });
      making.catch(() => {});
      while (!isReady) beside.push(await send());
      seconds.push(await making);
      processor.push(((await endedChildrenTime(site.pid)) - before) / 1000);
      await sleep(REST);
      await idleTurns();
    }
    const ms = (turns: readonly Latencies[], part: number) => figure(pooled(turns, part), { digits: 2 });
    return [
      {
        title: `A film of ${SECONDS} s in HEVC, 1920x1080, prepared in two sizes`,
        columns: [
          'Node on',
          'Sent and ready, s',
          'Processor of ffmpeg, s',
          'p50 idle, ms',
          'p50 meanwhile, ms',
          'p99 idle, ms',
          'p99 meanwhile, ms',
          'p99, times idle',
        ],
        rows: [
          [
            'SQLite',
            spread(seconds, { digits: 1, limit: READY }),
            spread(processor, { digits: 1 }),
            ms(idle, 0.5),
            ms(beside, 0.5),
            ms(idle, 0.99),
            ms(beside, 0.99),
            figure(pooled(beside, 0.99) / pooled(idle, 0.99), { digits: 2, limit: TAIL }),
          ],
        ],
      },
    ];
  });
}

/** Returns requests for lists and pages, of a visitor and of a member. */
function cachedOf(site: BenchSite): Stream {
  const requests = ['/api/oceans', '/waves/1', '/app'].flatMap((path) =>
    [site.visitor, site.free].map((cookie) => ({
      method: 'GET',
      path,
      headers: { 'accept-encoding': 'br', cookie },
    })),
  );
  return { requests, count: CACHED * TURN, status: 200 };
}

/**
 * Uploads a film and returns the seconds until it is ready. Throws when the site refuses it or preparing
 * fails.
 */
async function readyAfter({ url, admin }: BenchSite, content: Blob): Promise<number> {
  const begun = performance.now();
  const response = await admin('POST', '/api/uploads?kind=video', overALine(content));
  const upload = (await response.json()) as Upload;
  if (!response.ok) throw new Error(`The film was refused: ${JSON.stringify(upload)}`);
  for (;;) {
    await sleep(POLL);
    const list = await admin('GET', `/api/uploads?name=${upload.url.slice(upload.url.lastIndexOf('/') + 1)}`);
    const [state] = (await list.json()) as Upload[];
    if (state?.status === 'ready') return (performance.now() - begun) / 1000;
    if (state?.status === 'failed') throw new Error(`${url}: the film failed: ${state.problem}`);
  }
}
