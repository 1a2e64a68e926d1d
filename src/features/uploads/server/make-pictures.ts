import { pictureName, pictureWidths, WIDEST } from '../shared/upload-address.ts';
import { refuseFile } from './refuse-file.ts';

/** More pixels than any camera's picture that is worth showing: what claims more is refused before it is unpacked. */
const MAX_PIXELS = 100_000_000;
/** No side may be this many times as long as the other. */
const MAX_RATIO = 6;
const SECONDS = 60;

export interface MadePicture {
  name: string;
  path: string;
  width: number;
  height: number;
  bytes: number;
}

/**
 * Makes a picture anew in WebP, in every width that the pages ask for: turned as the camera held it, in sRGB, and
 * without what else the file carried (place, camera, script). The last one is the widest.
 */
export async function makePictures(source: string, hash: string): Promise<MadePicture[]> {
  const widest = await widestOf(source);
  const made: MadePicture[] = [];
  for (const width of pictureWidths(widest)) {
    const name = pictureName(hash, width);
    const path = `${source}-${width}`;
    try {
      const picture = await open(source);
      const { height, size } = await picture
        .autoOrient()
        .resize({ width })
        .webp({ quality: 80, effort: 4 })
        .timeout({ seconds: SECONDS })
        .toFile(path);
      made.push({ name, path, width, height, bytes: size });
    } catch (error) {
      throw explain(error);
    }
  }
  return made;
}

async function open(source: string) {
  // Loaded with the first picture: it takes 20 MB that most nodes never need.
  const { default: sharp } = await import('sharp');
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
    throw refuseFile('This picture is too narrow to be shown.');
  return Math.min(width, WIDEST);
}

function explain(error: unknown) {
  const reason = error instanceof Error ? error.message : '';
  if (/ENOSPC|no space/i.test(reason)) return error;
  if (/pixel limit/i.test(reason))
    return refuseFile('This picture has too many pixels: at most 100 million, such as 10,000 by 10,000.');
  if (/timeout/i.test(reason))
    return refuseFile('This picture takes too long to be read. Save it in another format.');
  return refuseFile('This picture is damaged or was cut off: it cannot be read.');
}
