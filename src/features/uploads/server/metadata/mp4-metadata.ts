import type { FileHandle } from 'node:fs/promises';
import { assertFew, type Patch, readAt, zeros } from './patches.ts';

/* Metadata of MP4 (ISO/IEC 14496-12) and of what cameras add to it: user data, XMP, dates, and tracks that
   record places and movements. A removed box becomes `free`, which readers skip. */

interface Box {
  type: string;
  /** Offsets in the file: of the box, of its content, and after it. */
  at: number;
  start: number;
  end: number;
}

/** Boxes that describe the recording, wherever they stand. `tref` names tracks that may be gone. */
const DESCRIPTIVE = new Set(['udta', 'meta', 'uuid', 'tref', 'free', 'skip', 'wide']);
/** Boxes that begin with two dates. */
const DATED = new Set(['mvhd', 'tkhd', 'mdhd']);
/** Boxes that hold others. */
const PARENTS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf', 'edts', 'mvex']);
/** Kinds of tracks that browsers play. */
const PLAYED = new Set(['vide', 'soun']);
/** Levels of boxes: `moov`, `trak`, `mdia` and what is in it. */
const DEEPEST = 8;
/** Bytes of a box that are read at once. Sample tables of four hours stay below. */
const LARGEST_TABLE = 64 * 1024 * 1024;

/** Finds what must be overwritten. Throws a RangeError for a damaged file. */
export async function* mp4Metadata(file: FileHandle): AsyncGenerator<Patch> {
  const { size } = await file.stat();
  yield* withinBoxes(file, { type: '', at: 0, start: 0, end: size }, DEEPEST);
}

async function* withinBoxes(file: FileHandle, parent: Box, levels: number): AsyncGenerator<Patch> {
  if (levels === 0) throw new RangeError('boxes are nested too deep');
  for await (const box of childrenOf(file, parent)) {
    if (DESCRIPTIVE.has(box.type)) yield* freed(box);
    else if (DATED.has(box.type)) yield* undated(file, box);
    else if (box.type === 'hdlr') yield* unnamed(box);
    else if (box.type === 'trak' && !PLAYED.has(await handlerOf(file, box))) yield* withoutTrack(file, box);
    else if (PARENTS.has(box.type)) yield* withinBoxes(file, box, levels - 1);
  }
}

function* freed({ at, start, end }: Box): Generator<Patch> {
  yield { at: at + 4, bytes: Buffer.from('free', 'latin1') };
  yield* zeros(start, end);
}

/** Creation and modification come after version and flags, in 4 or 8 bytes each. */
async function* undated(file: FileHandle, { start }: Box): AsyncGenerator<Patch> {
  const version = (await readAt(file, start, 1))[0];
  yield* zeros(start + 4, start + 4 + (version === 1 ? 16 : 8));
}

/** The name of the program or device that wrote a track: after 24 bytes, to the end. */
const unnamed = ({ start, end }: Box) => zeros(start + 24, end);

async function handlerOf(file: FileHandle, trak: Box): Promise<string> {
  const hdlr = await find(file, trak, 'mdia', 'hdlr');
  return hdlr ? (await readAt(file, hdlr.start + 8, 4)).toString('latin1') : '';
}

/** Removes a track and the samples that only it names. */
async function* withoutTrack(file: FileHandle, trak: Box): AsyncGenerator<Patch> {
  const table = await find(file, trak, 'mdia', 'minf', 'stbl');
  if (table) for (const [at, end] of await samplesOf(file, table)) yield* zeros(at, end);
  yield* freed(trak);
}

/** Where the samples of a track are: for each chunk its first byte and the byte after its last. */
async function samplesOf(file: FileHandle, stbl: Box): Promise<[at: number, end: number][]> {
  const [stco, co64, stsc, stsz] = await Promise.all(
    ['stco', 'co64', 'stsc', 'stsz'].map((type) => contentOf(file, stbl, type)),
  );
  const offsets = stco ? entries(stco, 4, 4) : co64 ? entries(co64, 4, 8) : [];
  if (offsets.length === 0 || !stsc || !stsz) return [];
  const fixed = stsz.readUInt32BE(4);
  const sizes = fixed === 0 ? entries(stsz, 8, 4) : [];
  const runs = rows(stsc, 4, 12).map((at) => ({
    firstChunk: stsc.readUInt32BE(at),
    samples: stsc.readUInt32BE(at + 4),
  }));
  const { size: most } = await file.stat();
  let total = 0;
  let run = 0;
  let sample = 0;
  return offsets.map((at, chunk) => {
    while (runs[run + 1] && (runs[run + 1]?.firstChunk ?? 0) <= chunk + 1) run += 1;
    const count = runs[run]?.samples ?? 0;
    let length = fixed * count;
    if (fixed === 0) for (const size of sizes.slice(sample, sample + count)) length += size;
    sample += count;
    total += length;
    if (total > most) throw new RangeError('the samples are longer than the file');
    return [at, at + length];
  });
}

/** The numbers of a table, whose count stands at `countAt`. */
const entries = (table: Buffer, countAt: number, width: 4 | 8): number[] =>
  rows(table, countAt, width).map((at) =>
    width === 4 ? table.readUInt32BE(at) : Number(table.readBigUInt64BE(at)),
  );

/** Where the rows of a table begin. */
function rows(table: Buffer, countAt: number, width: number): number[] {
  const count = table.readUInt32BE(countAt);
  if (countAt + 4 + count * width > table.length) throw new RangeError('a table is longer than its box');
  return Array.from({ length: count }, (_, index) => countAt + 4 + index * width);
}

async function contentOf(file: FileHandle, parent: Box, type: string): Promise<Buffer | undefined> {
  const box = await find(file, parent, type);
  if (!box) return undefined;
  if (box.end - box.start > LARGEST_TABLE) throw new RangeError('a table is too long');
  return readAt(file, box.start, box.end - box.start);
}

async function find(file: FileHandle, parent: Box, ...path: string[]): Promise<Box | undefined> {
  let found: Box | undefined = parent;
  for (const type of path) {
    const within: Box = found;
    found = undefined;
    for await (const box of childrenOf(file, within))
      if (box.type === type) {
        found = box;
        break;
      }
    if (!found) return undefined;
  }
  return found;
}

async function* childrenOf(file: FileHandle, { start, end }: Box): AsyncGenerator<Box> {
  for (let at = start, count = 1; at + 8 <= end; count += 1) {
    assertFew(count);
    const head = await readAt(file, at, Math.min(16, end - at));
    const size = head.readUInt32BE(0);
    const long = size === 1;
    const box: Box = {
      type: head.toString('latin1', 4, 8),
      at,
      start: at + (long ? 16 : 8),
      end: size === 0 ? end : at + (long ? Number(head.readBigUInt64BE(8)) : size),
    };
    if (box.end > end || box.end < box.start) throw new RangeError('a box goes beyond its parent');
    yield box;
    at = box.end;
  }
}
