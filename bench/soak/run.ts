import { fork } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, openDatabase } from '#platform/database/open.ts';
import { MINUTE } from '#platform/text/time-units.ts';
import { withCleanup } from '../process/cleanup.ts';
import { askFor } from '../process/jobs.ts';
import { watchProcessors } from '../process/processors.ts';
import { say } from '../process/progress.ts';
import { addLearners } from '../progress/members.ts';
import { type EditCounts, Editor } from './editor.ts';
import { ratesOfHalfLoad } from './half-load.ts';
import { Lives } from './lives.ts';
import { mixOf } from './requests.ts';
import type { Preparation, SendJob, Slice } from './senders.ts';
import { openStorage, type Storage } from './storage.ts';
import { countOf, Tally } from './tally.ts';
import { TwoNodes } from './two-nodes.ts';

/** Number of parts of a run. A restart follows each part. */
const PARTS = 6;
/** Time of the kill, in parts: halfway between two restarts, whose errors it must not explain. */
const KILL_AT = 3.5;
const LEARNERS = 500;
/** Length of the warm-up, and of the search for the highest rate with that many people at once, in ms. */
const WARM_UP = 15_000;
const SEARCH = 15_000;
const PEOPLE = 32;
/**
 * Delay between the engines' starts, as a share of a part, so that their nodes do not restart at the same
 * time.
 */
const STAGGER = 0.25;
/** Longest interval of samples in ms, and that of a short run as a share of a node's life. */
const SAMPLE_EVERY = 10_000;
const SAMPLES_OF_LIFE = 12;

export interface SoakResult {
  engine: Engine;
  minutes: number;
  /** Highest requests per second, and the intended rate. */
  highest: number;
  rate: number;
  /** Share of the processors' time in use so far. */
  busy: number;
  tally: Tally;
  edits: EditCounts;
  lives: Lives;
  /** Megabytes of the database at the start and at the end. */
  size: { before: number; after: number };
  /** Unclean exits of restarted nodes. */
  unclean: string[];
}

/** Runs soaks of `minutes` on these engines in parallel, by default at half load of the machine. */
export function soakOn(engines: readonly Engine[], minutes: number, rate?: number): Promise<SoakResult[]> {
  return withCleanup(async (later) => {
    const ready: Prepared[] = [];
    for (const engine of engines) ready.push(await prepare(engine, later));
    const rates = rate ? ready.map(() => rate) : await ratesOfHalfLoad(ready);
    const part = (minutes * MINUTE) / PARTS;
    return Promise.all(
      ready.map(async (soak, index) => {
        await sleep(index * part * STAGGER);
        return run(soak, minutes, rates[index] as number);
      }),
    );
  });
}

interface Prepared {
  engine: Engine;
  storage: Storage;
  site: TwoNodes;
  senders: Senders;
  editor: Editor;
  /** Highest requests per second. */
  highest: number;
}

/** Starts the nodes, and finds their highest rate. */
async function prepare(engine: Engine, later: (step: () => unknown) => void): Promise<Prepared> {
  const storage = await openStorage(engine);
  later(() => storage.remove());
  const site = await TwoNodes.start(storage.folder, storage.dataDir, storage.databaseUrl);
  later(() => site.stop());
  const senders = new Senders();
  later(() => senders.stop());
  await senders.prepare({ port: Number(new URL(site.url).port), sorts: await sortsOf(site, storage) });
  const editor = await Editor.signIn(site.url);
  later(() => editor.stop());
  // Each write invalidates the nodes' cached responses, which lowers the highest rate.
  editor.start();
  const highest = await senders.findHighest();
  say(`${engine}: ${Math.round(highest)} requests/s at most`);
  return { engine, storage, site, senders, editor, highest };
}

/**
 * Sends `rate` requests a second for `minutes`. Writes the figures so far to `.cache/soak-ENGINE.json` each
 * minute.
 */
async function run(soak: Prepared, minutes: number, rate: number): Promise<SoakResult> {
  const { engine, storage, site, senders, editor, highest } = soak;
  const tally = new Tally();
  const edits = editor.countFrom((failure) => tally.fail(failure));
  const part = (minutes * MINUTE) / PARTS;
  const lives = new Lives(site, part / 2);
  const before = await storage.size();
  const result: SoakResult = {
    ...{ engine, minutes, highest, rate, busy: 0, tally, edits, lives },
    size: { before, after: before },
    unclean: [],
  };
  const begun = performance.now();
  await Promise.all([
    followSchedule(site, result, begun, part),
    sendUntil(begun + minutes * MINUTE, senders, storage, result, part),
  ]);
  await editor.stop();
  return result;
}

/** Returns the request mix, with new members. */
async function sortsOf(site: TwoNodes, { url }: Storage) {
  const { db, close } = await openDatabase(url);
  try {
    return await mixOf(site.url, await addLearners(db, LEARNERS));
  } finally {
    await close();
  }
}

/** Restarts both nodes in turn after each part but the last, and kills one between two restarts. */
async function followSchedule(
  site: TwoNodes,
  { engine, tally, unclean }: SoakResult,
  begun: number,
  part: number,
): Promise<void> {
  for (const at of [1, 2, 3, KILL_AT, 4, 5]) {
    // A failure of the senders ends the wait.
    await sleep(Math.max(0, begun + at * part - performance.now()), undefined, { ref: false });
    if (at === KILL_AT) {
      say(`${engine}: a node is killed`);
      tally.killedAt = Date.now();
      await site.kill(0);
      continue;
    }
    say(`${engine}: restart ${at} of ${PARTS - 1}`);
    for (const index of [0, 1]) {
      const end = await site.restart(index);
      if (end !== 'exit code 0') unclean.push(end);
    }
  }
}

async function sendUntil(
  until: number,
  senders: Senders,
  storage: Storage,
  result: SoakResult,
  part: number,
): Promise<void> {
  const { engine, minutes, rate, tally, lives, size } = result;
  const every = Math.min(SAMPLE_EVERY, part / SAMPLES_OF_LIFE);
  const busy = watchProcessors();
  const begun = performance.now();
  for (let noted = 0; performance.now() < until; ) {
    tally.add(await senders.send({ rate, duration: Math.min(every, until - performance.now()) }));
    await lives.sample();
    const minute = Math.floor((performance.now() - begun) / MINUTE);
    if (minute === noted) continue;
    noted = minute;
    size.after = await storage.size();
    result.busy = busy();
    await note(result, minute);
    const failed = countOf(tally.unexplained);
    say(`${engine}, minute ${minute} of ${minutes}: ${tally.requests} requests, ${failed} failed`);
  }
  size.after = await storage.size();
  result.busy = busy();
  await note(result, minutes);
}

/** Writes the measurements so far into a file, so that an aborted run keeps them. */
async function note({ engine, tally, lives, ...result }: SoakResult, minute: number): Promise<void> {
  const folder = join(import.meta.dirname, '../../.cache');
  await mkdir(folder, { recursive: true });
  const state = {
    ...{ ...result, minute, requests: tally.requests, repeated: tally.repeated },
    latency: { p50: tally.percentile(0.5), p99: tally.percentile(0.99) },
    failed: Object.fromEntries(tally.unexplained),
    killedAt: tally.killedAt,
    explained: Object.fromEntries(tally.explained),
    examples: tally.examples,
    lives: lives.all,
  };
  await writeFile(join(folder, `soak-${engine}.json`), JSON.stringify(state, null, 1));
}

/** Process of the senders. */
class Senders {
  readonly #process = fork(join(import.meta.dirname, 'senders.ts'));

  prepare(preparation: Preparation): Promise<null> {
    return askFor(this.#process, preparation);
  }

  send(job: SendJob): Promise<Slice> {
    return askFor(this.#process, job);
  }

  /**
   * Finds the highest requests per second without errors, with people who send the next request immediately.
   */
  async findHighest(): Promise<number> {
    await this.send({ people: PEOPLE, duration: WARM_UP });
    const { requests, failures } = await this.send({ people: PEOPLE, duration: SEARCH });
    if (failures.length > requests / 100) throw new Error(`The search failed: ${failures[0]?.what}`);
    return ((requests - failures.length) * 1000) / SEARCH;
  }

  stop(): void {
    if (this.#process.connected) this.#process.disconnect();
  }
}
