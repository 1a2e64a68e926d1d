import type { FileHandle } from 'node:fs/promises';

/*
 * Metadata is overwritten in the file, so that nothing moves: offsets stay valid, and pictures and sound keep
 * their bytes.
 */

/** Bytes that overwrite others of the same length. */
export interface Patch {
  at: number;
  bytes: Buffer;
}

/** Bytes to read or write at once. */
const PIECE = 1024 * 1024;

/** Limit of elements. An hour from a browser's recorder has 300,000. */
export const MAX_ELEMENTS = 1_000_000;

/** Throws a RangeError for a file with too many elements, which would block its reader. */
export function assertFew(elements: number, most = MAX_ELEMENTS): void {
  if (elements > most) throw new RangeError('the file has too many elements');
}

/** Yields patches that fill a part of a file with zeros. */
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
