import { type FileHandle, open } from 'node:fs/promises';

/* Reads the codecs of an MP4 (ISO base media) file from its `moov` box. */

export interface Mp4Track {
  /** `vide`, `soun`, `text`… */
  handler: string;
  /** The four letters of the codec, such as `avc1`. */
  codec: string;
  width: number;
  height: number;
}

interface Box {
  type: string;
  /** Offsets of the content: first byte, and the byte after the last. */
  start: number;
  end: number;
}

/** Bytes. No real index is larger. */
const MAX_MOOV = 64 * 1024 * 1024;

/** Reads the tracks of a file; null when it is incomplete, damaged or not MP4. */
export async function readMp4Tracks(path: string): Promise<Mp4Track[] | null> {
  const file = await open(path);
  try {
    const moov = await readMoov(file, (await file.stat()).size);
    return moov && find(moov, whole(moov), 'trak').map((trak) => toTrack(moov, trak));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

/** Reads the content of `moov`, wherever it is; null unless every top-level box is complete. */
async function readMoov(file: FileHandle, fileSize: number): Promise<Buffer | null> {
  let moov: Box | undefined;
  for (let at = 0; at < fileSize; ) {
    const head = Buffer.alloc(16);
    await file.read(head, 0, 16, at);
    const box = readHead(head, 0, at, fileSize);
    if (box.end > fileSize || box.end <= at) return null;
    if (box.type === 'moov') moov ??= box;
    at = box.end;
  }
  if (!moov || moov.end - moov.start > MAX_MOOV) return null;
  const content = Buffer.alloc(moov.end - moov.start);
  await file.read(content, 0, content.length, moov.start);
  return content;
}

/** Reads the box head at `offset` of `bytes`. `at` is its offset in the file, `end` the end of its parent. */
function readHead(bytes: Buffer, offset: number, at: number, end: number): Box {
  const size = bytes.readUInt32BE(offset);
  const type = bytes.toString('latin1', offset + 4, offset + 8);
  if (size === 1) return { type, start: at + 16, end: at + Number(bytes.readBigUInt64BE(offset + 8)) };
  return { type, start: at + 8, end: size === 0 ? end : at + size };
}

const whole = (bytes: Buffer): Box => ({ type: '', start: 0, end: bytes.length });

function children(bytes: Buffer, { start, end }: Box): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end; ) {
    const box = readHead(bytes, at, at, end);
    if (box.end > end || box.end <= at) throw new RangeError('a box goes beyond its parent');
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

const find = (bytes: Buffer, parent: Box, type: string) =>
  children(bytes, parent).filter((box) => box.type === type);

function at(bytes: Buffer, parent: Box, ...path: string[]): Box {
  let box = parent;
  for (const type of path) {
    const next = find(bytes, box, type)[0];
    if (!next) throw new RangeError(`there is no ${type}`);
    box = next;
  }
  return box;
}

function toTrack(moov: Buffer, trak: Box): Mp4Track {
  const { end } = at(moov, trak, 'tkhd');
  // It ends with a matrix of nine numbers, then width and height in 16.16. A rotated video has 0 as first
  // number.
  const isRotated = moov.readInt32BE(end - 44) === 0;
  const size = [moov.readUInt16BE(end - 8), moov.readUInt16BE(end - 4)] as const;
  const [width, height] = isRotated ? [size[1], size[0]] : size;
  const hdlr = at(moov, trak, 'mdia', 'hdlr').start;
  const stsd = at(moov, trak, 'mdia', 'minf', 'stbl', 'stsd').start;
  return {
    handler: moov.toString('latin1', hdlr + 8, hdlr + 12),
    codec: moov.toString('latin1', stsd + 12, stsd + 16),
    width,
    height,
  };
}
