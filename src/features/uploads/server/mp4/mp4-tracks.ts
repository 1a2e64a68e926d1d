import { open } from 'node:fs/promises';
import { type Box, Mp4Boxes } from './mp4-boxes.ts';

/* Reads the codecs of an MP4 (ISO base media) file from its `moov` box. */

export interface Mp4Track {
  /** `vide`, `soun`, `text`… */
  handler: string;
  /** The four letters of the codec, such as `avc1`. */
  codec: string;
  width: number;
  height: number;
}

/** Reads the tracks of a file; null when it is incomplete, damaged or not MP4. */
export async function readMp4Tracks(path: string): Promise<Mp4Track[] | null> {
  const file = await open(path);
  try {
    const boxes = new Mp4Boxes(file);
    let moov: Box | undefined;
    // The loop runs to the end, because every box at the top must be complete.
    for await (const box of boxes.children(await boxes.root())) if (box.type === 'moov') moov ??= box;
    if (!moov) return null;
    const tracks: Mp4Track[] = [];
    for await (const box of boxes.children(moov))
      if (box.type === 'trak') tracks.push(await toTrack(boxes, box));
    return tracks;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

async function toTrack(boxes: Mp4Boxes, trak: Box): Promise<Mp4Track> {
  const at = async (...path: string[]): Promise<Box> => {
    const box = await boxes.find(trak, ...path);
    if (!box) throw new RangeError(`there is no ${path.join('/')}`);
    return box;
  };
  // The box ends with a matrix of nine numbers, then width and height in 16.16. A rotated video has 0 as the
  // first number.
  const tail = await boxes.read((await at('tkhd')).end - 44, 44);
  const size = [tail.readUInt16BE(36), tail.readUInt16BE(40)] as const;
  const [width, height] = tail.readInt32BE(0) === 0 ? [size[1], size[0]] : size;
  const letters = async (offset: number) => (await boxes.read(offset, 4)).toString('latin1');
  const handler = await letters((await at('mdia', 'hdlr')).start + 8);
  const codec = await letters((await at('mdia', 'minf', 'stbl', 'stsd')).start + 12);
  return { handler, codec, width, height };
}
