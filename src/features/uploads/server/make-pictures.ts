import { rm } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import {
  AVIF_TYPE,
  avifName,
  MAX_PICTURE_WIDTH,
  pictureName,
  pictureWidths,
} from '../shared/upload-address.ts';
import { loadSharp } from './load-sharp.ts';
import { refuseFile } from './refuse-file.ts';

/** Maximum pixels, more than any useful camera picture. Larger pictures are refused before decoding. */
const MAX_PIXELS = 100_000_000;
/** Maximum ratio of the sides. */
const MAX_RATIO = 6;
/** Settings at which both formats have equal quality; decision 50 has the measurement. */
const WEBP = { quality: 80, effort: 4 };
const AVIF = { quality: 55, effort: 2 };
/** Time limit for one picture, in seconds. */
const TIMEOUT = 60;

interface MadePicture {
  name: string;
  path: string;
  contentType: string;
  width: number;
  height: number;
  bytes: number;
}

/**
 * Re-encodes a picture as WebP in every width that pages use, and as AVIF where that is smaller: rotated by
 * its orientation, in sRGB, without location, camera data or script. The last file is the widest WebP. Throws
 * 400 when the file cannot be used, and then leaves no file.
 */
export async function makePictures(source: string, hash: string): Promise<MadePicture[]> {
  const widest = await widestOf(source);
  const widths = pictureWidths(widest);
  const made: MadePicture[] = [];
  try {
    for (const width of widths) {
      const name = pictureName(hash, width);
      const webp = await encode(source, width, { name, contentType: 'image/webp' }, (its) => its.webp(WEBP));
      const small = { name: avifName(name), contentType: AVIF_TYPE };
      const avif = await encode(source, width, small, (its) => its.avif(AVIF));
      if (avif.bytes < webp.bytes) made.push(avif);
      else await rm(avif.path);
      made.push(webp);
    }
    return made;
  } catch (error) {
    // Partly written files are removed too.
    for (const name of widths.map((width) => pictureName(hash, width)))
      for (const each of [name, avifName(name)]) await rm(pathOf(source, each), { force: true });
    throw error;
  }
}

const pathOf = (source: string, name: string) => `${source}-${name}`;

/** Longer side of a blur in px. */
const BLUR_SIDE = 16;

/**
 * Makes a blur: a picture small enough to be inlined in a page, shown while the picture itself loads. Returns
 * a WebP in Base64, about 150 characters; nothing for a transparent picture.
 */
export async function makeBlur(source: string | Buffer): Promise<string> {
  const picture = await open(source);
  if ((await picture.metadata()).hasAlpha && !(await picture.stats()).isOpaque) return '';
  const size = { width: BLUR_SIDE, height: BLUR_SIDE, fit: 'inside' } as const;
  const small = picture.autoOrient().resize(size).webp({ quality: 30, effort: 6 });
  return (await small.timeout({ seconds: TIMEOUT }).toBuffer()).toString('base64');
}

async function encode(
  source: string,
  width: number,
  file: Pick<MadePicture, 'name' | 'contentType'>,
  format: (picture: Sharp) => Sharp,
): Promise<MadePicture> {
  const path = pathOf(source, file.name);
  try {
    const picture = (await open(source)).autoOrient().resize({ width }).timeout({ seconds: TIMEOUT });
    const { height, size } = await format(picture).toFile(path);
    return { ...file, path, width, height, bytes: size };
  } catch (error) {
    throw explain(error);
  }
}

async function open(source: string | Buffer) {
  const sharp = await loadSharp();
  return sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
}

async function widestOf(source: string): Promise<number> {
  let size: { width: number; height: number };
  try {
    size = (await (await open(source)).metadata()).autoOrient;
  } catch (error) {
    throw explain(error);
  }
  const { width, height } = size;
  if (width * height > MAX_PIXELS) throw explain(new Error('exceeds pixel limit'));
  if (Math.max(width / height, height / width) > MAX_RATIO)
    throw refuseFile('This image is too narrow. Choose a wider one.');
  return Math.min(width, MAX_PICTURE_WIDTH);
}

function explain(error: unknown) {
  const reason = error instanceof Error ? error.message : '';
  // The library's error has no code.
  if (/ENOSPC|no space/i.test(reason)) return Object.assign(new Error(reason), { code: 'ENOSPC' });
  if (/pixel limit/i.test(reason))
    return refuseFile('This image is too large. Use at most 100 million pixels, such as 10,000 by 10,000.');
  if (/timeout/i.test(reason))
    return refuseFile('This image takes too long to read. Save it as JPEG, or choose a smaller one.');
  return refuseFile(
    'This image is damaged or incomplete and cannot be read. Save it again, then choose it once more.',
  );
}
