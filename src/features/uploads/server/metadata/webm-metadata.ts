import type { FileHandle } from 'node:fs/promises';
import { assertFew, MAX_ELEMENTS, type Patch, readAt, zeros } from './patches.ts';

/* Metadata of WebM (a kind of Matroska, RFC 9559 over EBML, RFC 8794). A removed element becomes `Void`. */

interface Element {
  id: number;
  at: number;
  /** First byte of the content. */
  start: number;
  /** The byte after the content; undefined when the recorder did not write the size. */
  end: number | undefined;
}

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const INFO = 0x1549a966;
/** Tags and attached files. */
const DESCRIPTIVE = new Set([0x1254c367, 0x1941a469]);
/** Within `Info`: date, title, file names, and a checksum, which would become wrong. */
const DESCRIPTIVE_INFO = new Set([0x4461, 0x7ba9, 0x7384, 0x3c83ab, 0x3e83bb, 0xbf]);
/** Within `Info`: names of programs. The elements are mandatory, but may be empty. */
const PROGRAMS = new Set([0x4d80, 0x5741]);

/** Number of elements read from a file, in all its lists, and their limit. */
interface Count {
  seen: number;
  most: number;
}

/** Finds the metadata to overwrite. Throws a RangeError for a damaged file. */
export async function* webmMetadata(file: FileHandle, most = MAX_ELEMENTS): AsyncGenerator<Patch> {
  const { size } = await file.stat();
  const count = { seen: 0, most };
  for await (const element of elements(file, count, 0, size))
    if (element.id === SEGMENT) yield* withinSegment(file, count, element.start, element.end ?? size);
}

async function* withinSegment(
  file: FileHandle,
  count: Count,
  start: number,
  end: number,
): AsyncGenerator<Patch> {
  for await (const element of elements(file, count, start, end)) {
    if (DESCRIPTIVE.has(element.id)) yield* voided(element);
    if (element.id === INFO) yield* withinInfo(file, count, element.start, element.end ?? end);
  }
}

async function* withinInfo(
  file: FileHandle,
  count: Count,
  start: number,
  end: number,
): AsyncGenerator<Patch> {
  for await (const element of elements(file, count, start, end)) {
    if (DESCRIPTIVE_INFO.has(element.id)) yield* voided(element);
    if (PROGRAMS.has(element.id)) yield* zeros(element.start, element.end ?? end);
  }
}

/** Turns an element into `Void`, of the same length. */
function* voided({ at, start, end }: Element): Generator<Patch> {
  if (end === undefined) throw new RangeError('an element of unknown size is no cluster');
  const sizeLength = Math.min(8, start - at - 1);
  const head = Buffer.alloc(1 + sizeLength);
  head[0] = 0xec;
  const content = end - at - head.length;
  for (let index = 0, rest = content; index < sizeLength; index += 1, rest = Math.floor(rest / 256))
    head[sizeLength - index] = rest % 256;
  head[1] = (head[1] ?? 0) | (0x80 >> (sizeLength - 1));
  yield { at, bytes: head };
  yield* zeros(at + head.length, end);
}

/**
 * Yields the elements of one level. Includes those in a cluster of unknown size, because only their end marks
 * the cluster's end.
 */
async function* elements(
  file: FileHandle,
  count: Count,
  start: number,
  end: number,
): AsyncGenerator<Element> {
  for (let at = start; at < end; ) {
    count.seen += 1;
    assertFew(count.seen, count.most);
    const head = await readAt(file, at, Math.min(12, end - at));
    const idLength = lengthOf(head[0] ?? 0, 4);
    const sizeLength = lengthOf(head[idLength] ?? 0, 8);
    if (idLength + sizeLength > head.length) throw new RangeError('the file ends within an element');
    const id = head.readUIntBE(0, idLength);
    const size = sizeOf(head.subarray(idLength, idLength + sizeLength));
    const content = at + idLength + sizeLength;
    if (size !== undefined && content + size > end) throw new RangeError('an element goes beyond its parent');
    if (size === undefined && id !== CLUSTER && id !== SEGMENT)
      throw new RangeError('only clusters have an unknown size');
    yield { id, at, start: content, end: size === undefined ? undefined : content + size };
    // A segment of unknown size ends with the file. Its caller reads on inside it.
    if (id === SEGMENT && size === undefined) return;
    at = size === undefined ? content : content + size;
  }
}

/** Returns the length in bytes of a number, which the leading zeros of its first byte encode. */
function lengthOf(first: number, longest: number): number {
  const length = Math.clz32(first) - 23;
  if (length > longest) throw new RangeError('this is no EBML number');
  return length;
}

/** Reads a size; undefined when all its bits are set. */
function sizeOf(bytes: Buffer): number | undefined {
  let value = (bytes[0] ?? 0) & (0xff >> bytes.length);
  let unknown = value === 0xff >> bytes.length;
  for (const byte of bytes.subarray(1)) {
    value = value * 256 + byte;
    unknown &&= byte === 0xff;
  }
  return unknown ? undefined : value;
}
