import type { Sharp } from 'sharp';
import { cover } from '#features/catalogue/server/media/cover.mjs';
import { loadSharp } from '#features/uploads/server/load-sharp.ts';
import type { Store } from '#features/uploads/server/store.ts';
import { type PictureSource, PREVIEW } from './picture-address.ts';

/** Time limit for one picture, in seconds. */
const TIMEOUT = 20;
/** Radius of the blur behind an upright picture, in pixels. */
const BLUR = 40;
/** Colors of the PNG: a third of the bytes of true color, without a visible difference. */
const COLORS = 256;

/**
 * Draws a preview as PNG. A wide picture fills it; an upright one is centered over a blurred copy of itself.
 * Null when the upload does not exist.
 */
export async function drawPicture(source: PictureSource, store: Store): Promise<Buffer | null> {
  const bytes = 'cover' in source ? Buffer.from(cover(source.cover)) : await readUpload(store, source.upload);
  if (bytes === null) return null;
  const sharp = await loadSharp();
  const open = () => sharp(bytes, { limitInputPixels: 20_000_000 });
  const { width = 1, height = 1 } = await open().metadata();
  const filled = open().resize({ ...PREVIEW, fit: 'cover' });
  if (width >= height) return toPng(filled);
  const upright = await open().resize({ height: PREVIEW.height }).png().toBuffer();
  const behind = await filled.blur(BLUR).modulate({ brightness: 0.82 }).png().toBuffer();
  return toPng(sharp(behind).composite([{ input: upright, gravity: 'centre' }]));
}

const toPng = (picture: Sharp): Promise<Buffer> =>
  picture
    .flatten({ background: '#0c1a20' })
    .png({ palette: true, colors: COLORS, dither: 1, effort: 4 })
    .timeout({ seconds: TIMEOUT })
    .toBuffer();

async function readUpload(store: Store, name: string): Promise<Buffer | null> {
  const content = await store.read(name);
  return content && Buffer.concat(await content.toArray());
}
