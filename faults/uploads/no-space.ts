import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Upload } from '#features/uploads/contract/schemas.ts';
import { freePort } from '#test/free-port.ts';
import { Person, type Reply } from '../person.ts';
import { type Finding, say } from '../report.ts';
import { withScratch } from '../scratch.ts';
import { ADMIN, startNode } from '../site-node.ts';
import { fillDisk, mountSmallDisk } from '../small-disk.ts';
import { anotherCopy, flawOf, makeFilm, programsOrExplain } from './films.ts';
import { leftovers } from './leftovers.ts';
import { append, begin, finish, messageOf, sendFilm, stateOf, untilReady } from './sender.ts';

const MB = 1024 ** 2;
/** Size of the disk in MB: films of about 20 MB, in parts and complete, and a reserve. */
const DISK = 320;
/** Timeout in ms. A job without disk space is retried each minute. */
const READY_WITHIN = 180_000;
const NOTICED_WITHIN = 30_000;
const HELD_FULL = 8_000;
/** Timeout for the start of a job, in ms. */
const BEGUN_WITHIN = 60_000;

const SENTENCES = /There is not enough (storage )?space/;

/** Fills the disk at each step of an upload. The embedded database is on the same disk. */
export function fullDisk(): Promise<Finding> {
  const programs = programsOrExplain();
  return withScratch(async (scratch) => {
    const film = await makeFilm(programs, scratch.folder);
    const dataDir = await scratch.dataDir('small-disk');
    mountSmallDisk(dataDir, DISK);
    scratch.afterwards(() => spawnSync('umount', [dataDir]));
    const node = await startNode({ port: await freePort(), dataDir });
    scratch.afterwards(() => node.kill());
    const person = new Person(node.url);
    await person.signIn(ADMIN.username, ADMIN.password);
    const filler = join(dataDir, 'filler');
    const full = (leave = 0) => fillDisk(filler, leave);
    const free = () => rmSync(filler, { force: true });
    const broken: string[] = [];
    const films: Upload[] = [];
    const refused = (step: string, answer: Reply) => {
      say(`  ${step}: ${answer.status} ${messageOf(answer)}`);
      if (![503, 507].includes(answer.status) || !SENTENCES.test(messageOf(answer)))
        broken.push(`${step}: ${answer.status} ${messageOf(answer)}`);
    };
    /** Frees the space, and expects that the same film is accepted and plays. */
    const andThen = async (step: string, copy: Buffer) => {
      free();
      const upload = await sendFilm(person, copy);
      films.push(upload);
      const { status, problem } = await untilReady(person, upload, READY_WITHIN);
      if (status !== 'ready') return void broken.push(`${step}: a film is ${status}: ${problem}`);
      const { bytes } = await person.transfer('GET', upload.url);
      const flaw = await flawOf(programs, scratch.folder, bytes, upload.height ?? 0);
      if (flaw) broken.push(`${step}: ${flaw}`);
    };

    let copy = anotherCopy(film);
    full(70 * MB);
    refused('beginning', await begin(person, 'video', copy.length));
    await andThen('beginning', copy);

    copy = anotherCopy(film);
    const address = await begunAt(person, copy);
    await append(person, address, 0, copy.subarray(0, 2 * MB));
    full();
    refused('sending', await append(person, address, 2 * MB, copy.subarray(2 * MB)));
    await andThen('sending', copy);

    copy = anotherCopy(film);
    const complete = await begunAt(person, copy);
    await append(person, complete, 0, copy);
    full(8 * MB);
    refused('joining', await finish(person, complete));
    await andThen('joining', copy);

    const waited = await whilePreparing();
    await node.stop();
    person.leave();
    broken.push(...(await leftovers(dataDir, undefined, films)));
    return {
      broken,
      figures: [
        ['disk full at the beginning, while parts arrive, and while they are joined', 'refused with 507'],
        ['disk full while a film is prepared', `it says so, and was ready ${waited} s after there was room`],
      ],
    };

    async function whilePreparing(): Promise<string> {
      const upload = await sendFilm(person, anotherCopy(film));
      films.push(upload);
      await until(BEGUN_WITHIN, async () => (await stateOf(person, upload)).status === 'preparing');
      full();
      const says = await until(NOTICED_WITHIN, async () => {
        const { status, problem } = await stateOf(person, upload);
        return status === 'waiting' && SENTENCES.test(problem ?? '');
      });
      if (!says) broken.push(`preparing: the film says ${JSON.stringify(await stateOf(person, upload))}`);
      const end = Date.now() + HELD_FULL;
      while (Date.now() < end) {
        full();
        await sleep(100);
      }
      free();
      const begun = performance.now();
      const { status, problem } = await untilReady(person, upload, READY_WITHIN);
      if (status !== 'ready') broken.push(`preparing: a film is ${status}: ${problem}`);
      return ((performance.now() - begun) / 1000).toFixed(0);
    }
  });
}

async function begunAt(person: Person, { length }: Buffer): Promise<string> {
  const { status, headers } = await begin(person, 'video', length);
  if (status !== 201) throw new Error(`An upload could not be started: ${status}`);
  return String(headers.location);
}

/** Tells whether a condition becomes true within this time, in ms. */
async function until(within: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + within; Date.now() < end; await sleep(50)) if (await isTrue()) return true;
  return false;
}
