import type { FileHandle } from 'node:fs/promises';
import { assertFew, type Patch, readAt, zeros } from './patches.ts';

/* Metadata of MP3 and AAC (ID3, APE), WAV and FLAC. */

const ID3_HEAD = 10;
const ID3_V1 = 128;
const APE_FOOTER = 32;

/**
 * Finds the tags around an MP3 or AAC stream. Empty tags stay, because players find the end of the stream by
 * them.
 */
export async function* tagMetadata(file: FileHandle): AsyncGenerator<Patch> {
  yield* id3Metadata(file);
  const { size } = await file.stat();
  let end = size;
  if ((await textAt(file, end - ID3_V1, 3)) === 'TAG') {
    yield* zeros(end - ID3_V1 + 3, end);
    end -= ID3_V1;
  }
  const footer = end - APE_FOOTER;
  if ((await textAt(file, footer, 8)) !== 'APETAGEX') return;
  // The length of the items and the footer, by which players skip them.
  const length = (await readAt(file, footer + 12, 4)).readUInt32LE(0);
  if (length < APE_FOOTER || length > end) throw new RangeError('a tag is longer than its file');
  yield* zeros(footer + 16, footer + 20);
  yield* zeros(end - length, footer);
}

/** Finds the ID3 tag at the beginning of a file. Returns the offset after it. */
async function* id3Metadata(file: FileHandle): AsyncGenerator<Patch, number> {
  if ((await textAt(file, 0, 3)) !== 'ID3') return 0;
  const head = await readAt(file, 0, ID3_HEAD);
  // Each byte carries seven bits.
  const length = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + ((head[index] ?? 0) & 0x7f), 0);
  const footer = (head[5] ?? 0) & 0x10 ? ID3_HEAD : 0;
  const { size } = await file.stat();
  const end = Math.min(size, ID3_HEAD + length + footer);
  // Clears the flags, because neither an extended header nor a footer remains.
  yield { at: 5, bytes: Buffer.alloc(1) };
  yield* zeros(ID3_HEAD, end);
  return end;
}

const KEPT_CHUNKS = new Set(['fmt ', 'data', 'fact', 'cue ', 'JUNK']);

/** Finds the chunks of a WAV that describe the recording. They become `JUNK`. */
export async function* wavMetadata(file: FileHandle): AsyncGenerator<Patch> {
  const { size } = await file.stat();
  for (let at = 12, count = 1; at + 8 <= size; count += 1) {
    assertFew(count);
    const head = await readAt(file, at, 8);
    const type = head.toString('latin1', 0, 4);
    // An interrupted recorder leaves a wrong length.
    const end = Math.min(size, at + 8 + head.readUInt32LE(4));
    if (!KEPT_CHUNKS.has(type)) yield { at, bytes: Buffer.from('JUNK', 'latin1') };
    if (!KEPT_CHUNKS.has(type) || type === 'JUNK') yield* zeros(at + 8, end);
    at = end + ((end - at) % 2);
  }
}

/** Kinds of FLAC blocks (RFC 9639, 8.1). */
const STREAM_INFO = 0;
const PADDING = 1;
const SEEK_TABLE = 3;
const KEPT_BLOCKS = new Set([STREAM_INFO, SEEK_TABLE]);
/** Limit of blocks. Recordings have about ten, but blocks may be empty, so a file of zeros has millions. */
const MAX_BLOCKS = 10_000;

/** Finds the blocks of a FLAC file that describe the recording. They become padding. */
export async function* flacMetadata(file: FileHandle): AsyncGenerator<Patch> {
  let at = yield* id3Metadata(file);
  if ((await textAt(file, at, 4)) !== 'fLaC') throw new RangeError('this is no FLAC');
  at += 4;
  for (let count = 1; ; count += 1) {
    assertFew(count, MAX_BLOCKS);
    const head = await readAt(file, at, 4);
    const kind = (head[0] ?? 0) & 0x7f;
    const isLast = (head[0] ?? 0) & 0x80;
    const end = at + 4 + head.readUIntBE(1, 3);
    if (!KEPT_BLOCKS.has(kind)) {
      yield { at, bytes: Buffer.from([isLast | PADDING]) };
      yield* zeros(at + 4, end);
    }
    if (isLast) return;
    at = end;
  }
}

/** Reads Latin-1 text; empty past the end of the file. */
async function textAt(file: FileHandle, at: number, length: number): Promise<string> {
  if (at < 0) return '';
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.toString('latin1', 0, bytesRead);
}
