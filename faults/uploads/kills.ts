import { watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Upload } from '#features/uploads/contract/schemas.ts';
import { LEASE } from '#features/uploads/server/jobs/job-queries.ts';
import { filmName } from '#features/uploads/shared/film-address.ts';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { freePort } from '#test/free-port.ts';
import { Person } from '../person.ts';
import { type Finding, say } from '../report.ts';
import { type Engine, type Scratch, withScratch } from '../scratch.ts';
import { ADMIN, type NodeSetup, type SiteNode, startNode } from '../site-node.ts';
import { anotherCopy, flawOf, makeFilm, programsOrExplain } from './films.ts';
import { databaseUrlOf, leftovers } from './leftovers.ts';
import { type Step, sendFilm, untilReady } from './sender.ts';

/*
 * Kills nodes (SIGKILL) at random moments of each step of a film. With the embedded database the killed node
 * restarts, and with PostgreSQL a second one continues.
 */

type Moment = Step | 'preparing' | 'storing';
const MOMENTS: readonly Moment[] = ['sending', 'finishing', 'preparing', 'storing'];

/** Timeout in ms. */
const READY_WITHIN = 180_000;
/**
 * Time without a heartbeat after which a job counts as the killed node's, in ms. Jobs have a heartbeat each
 * second.
 */
const SILENT = 4_000;
/** Usual time of storing, in ms. */
const STORING = 20;

export function killUploads(engine: Engine, rounds: number): Promise<Finding> {
  const programs = programsOrExplain();
  return withScratch(async (scratch) => {
    const film = await makeFilm(programs, scratch.folder);
    const site = await openSite(scratch, engine);
    const usual = await usualTimes(site, film);
    const broken: string[] = [];
    const films: Upload[] = [];
    const kills = Object.fromEntries(MOMENTS.map((moment) => [moment, 0])) as Record<Moment, number>;
    for (let round = 1; round <= rounds; round += 1) {
      const moment = MOMENTS[round % MOMENTS.length] as Moment;
      const made = await filmWithKill(site, anotherCopy(film), moment, Math.random() * usual[moment]).catch(
        (error: Error) => error,
      );
      kills[moment] += 1;
      if (made instanceof Error) broken.push(`killed while ${moment}: ${made.message}`);
      else {
        films.push(made);
        if (made.status !== 'ready')
          broken.push(`killed while ${moment}: a film is ${made.status}: ${made.problem ?? made.percent}`);
      }
      await site.revive();
      say(`  ${engine}, round ${round} of ${rounds}: killed while ${moment}, ${broken.length} broken`);
    }
    for (const upload of films)
      for (const [side, url] of sizesOf(upload)) {
        const { status, bytes } = await site.person.transfer('GET', url);
        const flaw = status === 200 ? await flawOf(programs, scratch.folder, bytes, side) : `${status}`;
        if (flaw) broken.push(`${url} does not play: ${flaw}`);
      }
    await site.stop();
    broken.push(...(await leftovers(site.dataDir, site.databaseUrl, [...films, ...usual.films])));
    const when = MOMENTS.map((moment) => `${kills[moment]} ${moment}`).join(', ');
    const how = engine === 'sqlite' ? 'one node that starts again' : 'two nodes';
    return { broken, figures: [[`${engine}, ${how}: films, each with a SIGKILL while`, when]] };
  });
}

const sizesOf = ({ url, height }: Upload): [side: number, url: string][] => {
  const hash = url.slice(url.lastIndexOf('/') + 1).split('-')[0] ?? '';
  return [
    [height ?? 0, url],
    [360, url.replace(/[^/]+$/, filmName(hash, 360))],
  ];
};

interface Site {
  dataDir: string;
  databaseUrl: string | undefined;
  person: Person;
  /** Kills the person's node, and restarts it or switches the person to the other one. */
  kill(): Promise<void>;
  /** Ends the leases of dead nodes' jobs, so that other nodes take the jobs over immediately. */
  passTime(): Promise<void>;
  /** Restarts the killed node. */
  revive(): Promise<void>;
  stop(): Promise<void>;
}

async function openSite(scratch: Scratch, engine: Engine): Promise<Site> {
  const dataDir = await scratch.dataDir('data');
  const databaseUrl = engine === 'postgres' ? (await scratch.postgres()).url : undefined;
  const setups: NodeSetup[] = [];
  for (let count = databaseUrl ? 2 : 1; count > 0; count -= 1)
    setups.push({ port: await freePort(), dataDir, databaseUrl });
  const nodes: SiteNode[] = [];
  for (const setup of setups) nodes.push(await startNode(setup));
  let at = 0;
  const node = () => nodes[at] as SiteNode;
  scratch.afterwards(() => Promise.all(nodes.map((one) => one.kill())));
  const database = await openDatabase(databaseUrl ?? databaseUrlOf(dataDir));
  scratch.afterwards(() => database.close());
  const person = new Person(node().url);
  await person.signIn(ADMIN.username, ADMIN.password);
  const revive = async () => {
    for (const [index, setup] of setups.entries())
      if (!nodes[index]?.isRunning()) nodes[index] = await startNode(setup);
  };
  return {
    dataDir,
    databaseUrl,
    person,
    async kill() {
      await node().kill();
      if (databaseUrl) {
        at = 1 - at;
        person.moveTo(node().url);
      } else {
        await endLeases(database);
        await revive();
      }
    },
    passTime: () => expireSilent(database),
    revive,
    async stop() {
      for (const one of nodes) await one.stop();
      person.leave();
    },
  };
}

/** Expires all leases. No other node runs. */
async function endLeases({ db }: Database): Promise<void> {
  await db.updateTable('leases').set({ expires_at: 1 }).where('name', 'like', 'resumable %').execute();
}

async function expireSilent({ db }: Database): Promise<void> {
  await db
    .updateTable('media_jobs')
    .set({ lease_until: 1 })
    .where('state', '=', 'running')
    .where('lease_until', '<', Date.now() + LEASE - SILENT)
    .execute();
}

/** Measures the usual time of each step, in ms. */
async function usualTimes(site: Site, film: Buffer) {
  const begun: Record<string, number> = {};
  const mark = (step: string) => {
    begun[step] ??= performance.now();
  };
  const upload = await sendFilm(site.person, anotherCopy(film), { onStep: mark });
  mark('preparing');
  await untilReady(site.person, upload, READY_WITHIN);
  mark('ready');
  const between = (from: string, to: string) => (begun[to] ?? 0) - (begun[from] ?? 0);
  return {
    sending: between('sending', 'finishing'),
    finishing: between('finishing', 'preparing'),
    preparing: between('preparing', 'ready'),
    storing: STORING,
    films: [upload],
  };
}

/** Sends a film, kills the node `delay` ms after a moment, and waits until the film is ready. */
async function filmWithKill(site: Site, film: Buffer, moment: Moment, delay: number): Promise<Upload> {
  let killed: Promise<void> | undefined;
  const at = (now: Moment) => {
    if (now === moment) killed ??= sleep(delay).then(() => site.kill());
  };
  const folder = join(site.dataDir, 'uploads');
  await mkdir(folder, { recursive: true });
  const watcher = watch(folder, (_event, name) => {
    if (name?.endsWith('.mp4')) at('storing');
  });
  try {
    const upload = await sendFilm(site.person, film, { onStep: at });
    at('preparing');
    await untilReady(site.person, upload, READY_WITHIN, site.passTime);
    await killed;
    // The film was ready before the kill, and must still be.
    return await untilReady(site.person, upload, READY_WITHIN, site.passTime);
  } finally {
    watcher.close();
    await killed;
  }
}
