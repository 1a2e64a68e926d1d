import type { FileHandle } from 'node:fs/promises';
import { type Box, Mp4Boxes } from '../mp4/mp4-boxes.ts';
import { assertFew, type Patch, zeros } from './patches.ts';

/*
 * Metadata of MP4 (ISO/IEC 14496-12) and of camera additions: user data, XMP, dates, and tracks that record
 * locations and movements. A removed box becomes `free`, which readers skip.
 */

/** Boxes that describe the recording, at any level. `tref` refers to tracks that may be removed. */
const DESCRIPTIVE = new Set(['udta', 'meta', 'uuid', 'tref', 'free', 'skip', 'wide']);
/** Boxes that begin with two dates. */
const DATED = new Set(['mvhd', 'tkhd', 'mdhd']);
/** Boxes that contain others. */
const PARENTS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf', 'edts', 'mvex']);
/** Kinds of tracks that browsers play. */
const PLAYED = new Set(['vide', 'soun']);

/** Finds the metadata to overwrite. Throws a RangeError for a damaged file. */
export async function* mp4Metadata(file: FileHandle): AsyncGenerator<Patch> {
  const boxes = new Mp4Boxes(file);
  const root = await boxes.root();
  yield* within(boxes, root, { bytes: root.end });
}

/** Remaining bytes for samples of further tracks. All tracks together have no more bytes than the file. */
interface Left {
  bytes: number;
}

async function* within(boxes: Mp4Boxes, parent: Box, left: Left): AsyncGenerator<Patch> {
  for await (const box of boxes.children(parent)) {
    if (DESCRIPTIVE.has(box.type)) yield* freed(box);
    else if (DATED.has(box.type)) yield* undated(boxes, box);
    else if (box.type === 'hdlr') yield* unnamed(box);
    else if (box.type === 'trak' && !PLAYED.has(await handlerOf(boxes, box)))
      yield* withoutTrack(boxes, box, left);
    else if (PARENTS.has(box.type)) yield* within(boxes, box, left);
  }
}

function* freed({ at, start, end }: Box): Generator<Patch> {
  yield { at: at + 4, bytes: Buffer.from('free', 'latin1') };
  yield* zeros(start, end);
}

/** Clears creation and modification date, which follow version and flags, in 4 or 8 bytes each. */
async function* undated(boxes: Mp4Boxes, { start }: Box): AsyncGenerator<Patch> {
  const version = (await boxes.read(start, 1))[0];
  yield* zeros(start + 4, start + 4 + (version === 1 ? 16 : 8));
}

/** Clears the name of the program or device that wrote a track: from byte 24 to the end. */
const unnamed = ({ start, end }: Box) => zeros(start + 24, end);

async function handlerOf(boxes: Mp4Boxes, trak: Box): Promise<string> {
  const hdlr = await boxes.find(trak, 'mdia', 'hdlr');
  return hdlr ? (await boxes.read(hdlr.start + 8, 4)).toString('latin1') : '';
}

/** Removes a track and the samples that only this track refers to. */
async function* withoutTrack(boxes: Mp4Boxes, trak: Box, left: Left): AsyncGenerator<Patch> {
  const table = await boxes.find(trak, 'mdia', 'minf', 'stbl');
  if (table) for (const [at, end] of await samplesOf(boxes, table, left)) yield* zeros(at, end);
  yield* freed(trak);
}

/** Returns ranges of a track's samples: for each chunk its first byte and the byte after its last. */
async function samplesOf(boxes: Mp4Boxes, stbl: Box, left: Left): Promise<[at: number, end: number][]> {
  const stco = await boxes.table(stbl, 'stco');
  const co64 = await boxes.table(stbl, 'co64');
  const stsc = await boxes.table(stbl, 'stsc');
  const stsz = await boxes.table(stbl, 'stsz');
  const offsets = stco ? entries(stco, 4, 4) : co64 ? entries(co64, 4, 8) : [];
  if (offsets.length === 0 || !stsc || !stsz) return [];
  const fixed = stsz.readUInt32BE(4);
  const sizes = fixed === 0 ? entries(stsz, 8, 4) : [];
  const runs = rows(stsc, 4, 12).map((at) => ({
    firstChunk: stsc.readUInt32BE(at),
    samples: stsc.readUInt32BE(at + 4),
  }));
  let run = 0;
  let sample = 0;
  return offsets.map((at, chunk) => {
    while (runs[run + 1] && (runs[run + 1]?.firstChunk ?? 0) <= chunk + 1) run += 1;
    const count = runs[run]?.samples ?? 0;
    let length = fixed * count;
    if (fixed === 0) for (const size of sizes.slice(sample, sample + count)) length += size;
    sample += count;
    left.bytes -= length;
    if (left.bytes < 0) throw new RangeError('the samples are longer than the file');
    return [at, at + length];
  });
}

/** Reads the numbers of a table, whose count is at `countAt`. */
const entries = (table: Buffer, countAt: number, width: 4 | 8): number[] =>
  rows(table, countAt, width).map((at) =>
    width === 4 ? table.readUInt32BE(at) : Number(table.readBigUInt64BE(at)),
  );

/** Returns the offset of a table's rows. */
function rows(table: Buffer, countAt: number, width: number): number[] {
  const count = table.readUInt32BE(countAt);
  assertFew(count);
  if (countAt + 4 + count * width > table.length) throw new RangeError('a table is longer than its box');
  return Array.from({ length: count }, (_, index) => countAt + 4 + index * width);
}
