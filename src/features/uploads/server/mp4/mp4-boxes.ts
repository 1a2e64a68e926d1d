import type { FileHandle } from 'node:fs/promises';
import { readAt } from '../metadata/patches.ts';

/** A box of an MP4 file (ISO/IEC 14496-12). Offsets are those of the file. */
export interface Box {
  type: string;
  /** First byte of the box, of its content, and the byte after both. */
  at: number;
  start: number;
  end: number;
  /** Number of enclosing boxes. */
  depth: number;
}

/** Maximum depth of boxes: `moov`, `trak`, `mdia`, `minf`, `stbl` and its content. */
const DEEPEST = 8;
/** Maximum bytes of a box to read at once. Sample tables of four hours are smaller. */
const MAX_TABLE_BYTES = 64 * 1024 * 1024;
/** Maximum boxes of a file, over all lists. Four hours in fragments of half a second have 350,000. */
const MAX_BOXES = 1_000_000;
/** Bytes to read ahead, because small boxes are adjacent. */
const AHEAD = 4096;

/**
 * Walks the boxes of one file, in time linear in their number. Every method throws a RangeError for a damaged
 * file or one that would block its reader.
 */
export class Mp4Boxes {
  readonly #file: FileHandle;
  readonly #most: number;
  #seen = 0;
  #ahead = { at: 0, bytes: Buffer.alloc(0) };

  constructor(file: FileHandle, most = MAX_BOXES) {
    this.#file = file;
    this.#most = most;
  }

  async root(): Promise<Box> {
    return { type: '', at: 0, start: 0, end: (await this.#file.stat()).size, depth: 0 };
  }

  async *children({ start, end, depth }: Box): AsyncGenerator<Box> {
    if (depth === DEEPEST) throw new RangeError('boxes are nested too deep');
    for (let at = start; at + 8 <= end; ) {
      this.#seen += 1;
      if (this.#seen > this.#most) throw new RangeError('the file has too many boxes');
      const head = await this.#head(at, Math.min(16, end - at));
      const size = head.readUInt32BE(0);
      const content = at + (size === 1 ? 16 : 8);
      const next = size === 0 ? end : at + (size === 1 ? Number(head.readBigUInt64BE(8)) : size);
      if (next > end || next < content) throw new RangeError('a box goes beyond its parent');
      yield { type: head.toString('latin1', 4, 8), at, start: content, end: next, depth: depth + 1 };
      at = next;
    }
  }

  /** Finds the first box at a path of types below a parent. */
  async find(parent: Box, ...[type, ...path]: string[]): Promise<Box | undefined> {
    if (type === undefined) return parent;
    for await (const box of this.children(parent)) if (box.type === type) return this.find(box, ...path);
    return undefined;
  }

  read(at: number, length: number): Promise<Buffer> {
    return readAt(this.#file, at, length);
  }

  /** Reads the content of a table below a parent. */
  async table(parent: Box, type: string): Promise<Buffer | undefined> {
    const box = await this.find(parent, type);
    if (!box) return undefined;
    if (box.end - box.start > MAX_TABLE_BYTES) throw new RangeError('a table is too long');
    return this.read(box.start, box.end - box.start);
  }

  async #head(at: number, length: number): Promise<Buffer> {
    if (at < this.#ahead.at || at + length > this.#ahead.at + this.#ahead.bytes.length) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(AHEAD), 0, AHEAD, at);
      if (bytesRead < length) throw new RangeError('the file ends within a box');
      this.#ahead = { at, bytes: buffer.subarray(0, bytesRead) };
    }
    return this.#ahead.bytes.subarray(at - this.#ahead.at, at - this.#ahead.at + length);
  }
}
