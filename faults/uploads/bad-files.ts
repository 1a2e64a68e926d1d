import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#test/free-port.ts';
import { NoAnswer, Person, type Reply } from '../person.ts';
import { type Finding, say } from '../report.ts';
import { type Scratch, withScratch } from '../scratch.ts';
import { ADMIN, startNode } from '../site-node.ts';
import { programsOrExplain } from './films.ts';
import { filesIn, leftovers } from './leftovers.ts';
import { playlists } from './playlists.ts';
import { append, begin, cancel, finish, messageOf } from './sender.ts';

const MB = 1024 ** 2;
const GB = 1024 * MB;
const CHUNK = Buffer.alloc(MB, 'still water ');
/** Declared length of a stream that sends more, in bytes. */
const DECLARED = 20 * MB;
/** Bytes that buffers at both ends may contain when a stream is refused. */
const ON_ITS_WAY = 64 * MB;
/** Time in ms within which a refused stream's connection must end. */
const ENDS_WITHIN = 20_000;

/** Sends files above every limit, endless streams, and playlists. */
export function refusals(): Promise<Finding> {
  programsOrExplain();
  return withScratch(async (scratch) => {
    const dataDir = await scratch.dataDir('data');
    const node = await startNode({ port: await freePort(), dataDir });
    scratch.afterwards(() => node.kill());
    const person = new Person(node.url);
    await person.signIn(ADMIN.username, ADMIN.password);
    const broken: string[] = [];
    const expect = (what: string, answer: Reply | undefined, status: number, sentence: RegExp) => {
      const outcome = answer ? `${answer.status} ${messageOf(answer)}` : 'no answer';
      say(`  ${what}: ${outcome}`);
      if (answer?.status !== status || !sentence.test(messageOf(answer))) broken.push(`${what}: ${outcome}`);
    };
    const figures: Finding['figures'] = [];

    const tooLarge = /too large: at most/;
    expect('5 GB in parts', await begin(person, 'video', 5 * GB), 413, tooLarge);
    const form = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const declared = new Endless(HEAD);
    const length = { ...form, 'content-length': String(5 * GB) };
    expect('5 GB as a form', await post(person, 'video', length, declared), 413, tooLarge);
    if (declared.sent > ON_ITS_WAY) broken.push(`5 GB: ${declared.sent / MB} MB were read first`);
    figures.push(['a declared 5 GB, in parts and as a form', 'refused with 413 before it is read']);

    for (const [kind, limit] of [
      ['captions', MB],
      ['image', 20 * MB],
      ['video', 2 * GB],
    ] as const) {
      const stream = new Endless(HEAD);
      expect(`an endless ${kind} form`, await post(person, kind, form, stream), 413, tooLarge);
      await bounded(`an endless ${kind} form`, stream, limit);
    }
    const { headers } = await begin(person, 'video', DECLARED);
    const address = String(headers.location);
    const stream = new Endless();
    const answer = await append(person, address, 0, stream.bytes()).catch(nothing);
    expect('an endless part', answer, 413, /More arrived than/);
    await bounded('an endless part', stream, DECLARED);
    await cancel(person, address);
    figures.push([
      'endless streams: three forms, one in parts',
      'refused with 413 at the limit, and cut off',
    ]);

    const { sent, asked } = await refusePlaylists(scratch, person, expect);
    if (asked() > 0) broken.push(`playlists: ${asked()} requests to the named address`);
    figures.push([
      'm3u8, ffconcat, SDP, MPD, PLS, SMIL and ASX that name other files or addresses',
      `${sent} refused with 400, ${asked()} requests to what they name`,
    ]);

    await sleep(1_000);
    for (const name of await filesIn(join(dataDir, 'uploads'))) broken.push(`the file ${name} is left`);
    if (!node.isRunning()) broken.push(`the program ended:\n${node.output()}`);
    person.leave();
    await node.stop();
    broken.push(...(await leftovers(dataDir, undefined, [])));
    return { broken, figures };

    async function bounded(what: string, sent: Endless, limit: number) {
      const isEnded = await sent.endsWithin(ENDS_WITHIN);
      if (!isEnded) broken.push(`${what}: the connection goes on after the refusal`);
      if (sent.sent > limit + ON_ITS_WAY)
        broken.push(`${what}: ${Math.round(sent.sent / MB)} MB were read, of at most ${limit / MB}`);
    }
  });
}

const nothing = (error: unknown) => {
  if (!(error instanceof NoAnswer)) throw error;
  say(`    ${error.message}`);
  return undefined;
};

const BOUNDARY = 'a-boundary';
const HEAD = Buffer.from(
  [
    `--${BOUNDARY}`,
    'content-disposition: form-data; name="file"; filename="film.mp4"',
    'content-type: video/mp4',
    '\r\n',
  ].join('\r\n'),
);

const post = (person: Person, kind: string, headers: Record<string, string>, stream: Endless) =>
  person.transfer('POST', `/api/uploads?kind=${kind}`, headers, stream.bytes()).catch(nothing);

/** Endless stream of bytes that counts the consumed ones. */
class Endless {
  sent = 0;
  #stopped = false;
  #isOver = false;
  readonly #head: Buffer | undefined;

  constructor(head?: Buffer) {
    this.#head = head;
  }

  async *bytes(): AsyncGenerator<Buffer> {
    try {
      if (this.#head) yield this.#head;
      for (; !this.#stopped; this.sent += CHUNK.length) yield CHUNK;
    } finally {
      this.#isOver = true;
    }
  }

  /** Tells whether the receiver ends the stream within this time, in ms. Ends it otherwise. */
  async endsWithin(within: number): Promise<boolean> {
    for (const end = Date.now() + within; Date.now() < end && !this.#isOver; ) await sleep(100);
    const isOver = this.#isOver;
    this.#stopped = true;
    return isOver;
  }
}

/**
 * Sends each playlist as a film and as a sound, in parts. Expects that no file or address in it is opened.
 */
async function refusePlaylists(
  scratch: Scratch,
  person: Person,
  expect: (what: string, answer: Reply | undefined, status: number, sentence: RegExp) => void,
) {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scratch.afterwards(() => server.close());
  const { port } = server.address() as AddressInfo;
  const lists = await playlists(scratch.folder, `http://127.0.0.1:${port}`);
  for (const [name, content] of Object.entries(lists))
    for (const kind of ['video', 'audio']) {
      const { headers } = await begin(person, kind, content.length);
      const address = String(headers.location);
      await append(person, address, 0, content);
      const answer = await finish(person, address);
      expect(`${name} as ${kind}`, answer, 400, /cannot be used as|damaged|contains no audio or video/);
    }
  return { sent: 2 * Object.keys(lists).length, asked: () => requests };
}
