import type { FileHandle } from 'node:fs/promises';

/* Metadata is overwritten where it stands, so that nothing else of a file moves: its offsets stay true, and
   pictures and sound stay the same bytes. */

/** Bytes to write over others of the same length. */
export interface Patch {
  at: number;
  bytes: Buffer;
}

/** Largest piece that is read or written at once, in bytes. */
const PIECE = 1024 * 1024;

/** No recording has more elements: an hour of a browser's recorder has 300,000. */
export const MAX_ELEMENTS = 1_000_000;

/** Throws a RangeError for a file that is made to keep its reader busy. */
export function assertFew(elements: number, most = MAX_ELEMENTS): void {
  if (elements > most) throw new RangeError('the file has too many elements');
}

/** Patches that fill a part of a file with zeros. */
export function* zeros(at: number, end: number): Generator<Patch> {
  for (let from = at; from < end; from += PIECE)
    yield { at: from, bytes: Buffer.alloc(Math.min(PIECE, end - from)) };
}

/** Reads exactly `length` bytes. Throws a RangeError where the file ends before. */
export async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new RangeError('the file ends within an element');
  return buffer;
}

/** Writes patches. Returns whether any of them changed a byte. */
export async function apply(file: FileHandle, patches: AsyncIterable<Patch>): Promise<boolean> {
  let changed = false;
  for await (const { at, bytes } of patches) {
    if (bytes.equals(await readAt(file, at, bytes.length))) continue;
    await file.write(bytes, 0, bytes.length, at);
    changed = true;
  }
  return changed;
}
