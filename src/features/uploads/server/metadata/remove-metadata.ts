import { type FileHandle, open } from 'node:fs/promises';
import { refuseFile } from '../refuse-file.ts';
import { DAMAGED } from '../unfit-file.ts';
import { mp4Metadata } from './mp4-metadata.ts';
import { oggMetadata } from './ogg-metadata.ts';
import { apply, type Patch } from './patches.ts';
import { flacMetadata, tagMetadata, wavMetadata } from './sound-metadata.ts';
import { webmMetadata } from './webm-metadata.ts';

/** By the extension of the stored file. */
const FORMATS: Record<string, (file: FileHandle) => AsyncIterable<Patch>> = {
  mp4: mp4Metadata,
  m4a: mp4Metadata,
  webm: webmMetadata,
  mp3: tagMetadata,
  aac: tagMetadata,
  ogg: oggMetadata,
  wav: wavMetadata,
  flac: flacMetadata,
};

/**
 * Removes location, device and date from a film or sound in the file itself; pictures and sound stay
 * unchanged. For sites without ffmpeg. Returns whether it removed anything. Throws 400 for a damaged file.
 */
export async function removeMetadata(path: string, extension: string): Promise<boolean> {
  const find = FORMATS[extension];
  if (!find) return false;
  const file = await open(path, 'r+');
  try {
    return await apply(file, find(file));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refuseFile(DAMAGED);
  } finally {
    await file.close();
  }
}
