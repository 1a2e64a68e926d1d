import type { FileHandle } from 'node:fs/promises';
import { type Patch, readAt } from './patches.ts';

/*
 * Metadata of Ogg (RFC 3533) with Opus, Vorbis or FLAC: the second packet has the comments. Their texts
 * become spaces, and their pages get new checksums.
 */

interface Page {
  at: number;
  bytes: Buffer;
  /** First byte of the content in `bytes`. */
  start: number;
}

const HEAD = 27;
const CHECKSUM_AT = 22;
/** Beginnings of a comment packet, before the program's name. */
const BEGINNINGS = ['OpusTags', '\x03vorbis'];
const FLAC_COMMENTS = 4;
/** Maximum length of a comment packet in bytes. One with a picture may be long. */
const MAX_COMMENT_BYTES = 16 * 1024 * 1024;

/** Finds the metadata to overwrite. Throws a RangeError for a damaged file. */
export async function* oggMetadata(file: FileHandle): AsyncGenerator<Patch> {
  const first = await readPage(file, 0);
  const { pages, packet } = await readPacket(file, first.at + first.bytes.length);
  blank(packet, commentsAt(packet));
  let from = 0;
  for (const { at, bytes, start } of pages) {
    packet.copy(bytes, start, from, from + bytes.length - start);
    from += bytes.length - start;
    bytes.writeUInt32LE(0, CHECKSUM_AT);
    bytes.writeUInt32LE(checksum(bytes), CHECKSUM_AT);
    yield { at, bytes };
  }
}

function commentsAt(packet: Buffer): number {
  // Header of a FLAC block, with its kind and length.
  if (((packet[0] ?? 0) & 0x7f) === FLAC_COMMENTS) return 4;
  const beginning = BEGINNINGS.find((one) => packet.toString('latin1', 0, one.length) === one);
  if (beginning === undefined) throw new RangeError('there are no comments');
  return beginning.length;
}

/**
 * Overwrites each comment's text with spaces. The name of the encoder stays, because decoders work around its
 * faults.
 */
function blank(packet: Buffer, at: number): void {
  const encoder = packet.readUInt32LE(at);
  let next = at + 4 + encoder;
  const count = packet.readUInt32LE(next);
  next += 4;
  for (let index = 0; index < count; index += 1) {
    const length = packet.readUInt32LE(next);
    if (next + 4 + length > packet.length) throw new RangeError('a comment goes beyond its packet');
    packet.fill(' ', next + 4, next + 4 + length);
    // A comment must be a name and a value.
    if (length > 0) packet.write('=', next + 4, 'latin1');
    next += 4 + length;
  }
}

/**
 * Reads the pages from `at` to the end of the packet that begins there. These pages may contain later
 * packets.
 */
async function readPacket(file: FileHandle, at: number): Promise<{ pages: Page[]; packet: Buffer }> {
  const pages: Page[] = [];
  for (let next = at, length = 0; ; ) {
    const page = await readPage(file, next);
    pages.push(page);
    next += page.bytes.length;
    length += page.bytes.length;
    if (length > MAX_COMMENT_BYTES) throw new RangeError('the comments are too long');
    // A segment of less than 255 bytes ends a packet.
    if (page.bytes.subarray(HEAD, page.start).some((part) => part < 255)) break;
  }
  return { pages, packet: Buffer.concat(pages.map(({ bytes, start }) => bytes.subarray(start))) };
}

async function readPage(file: FileHandle, at: number): Promise<Page> {
  const head = await readAt(file, at, HEAD);
  if (head.toString('latin1', 0, 4) !== 'OggS') throw new RangeError('this is no page');
  const parts = await readAt(file, at + HEAD, head[26] ?? 0);
  const content = parts.reduce((sum, part) => sum + part, 0);
  const bytes = await readAt(file, at, HEAD + parts.length + content);
  return { at, bytes, start: HEAD + parts.length };
}

/** Computes Ogg's checksum: CRC-32 with the generator 0x04c11db7, neither reflected nor inverted. */
function checksum(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return crc;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});
