/*
 * Names of uploaded files: `<hash>.mp4`. Pictures exist in several widths, `<hash>-<width>.webp`; the same
 * address serves `<hash>-<width>.avif` where that is smaller. Prepared films exist in up to two sizes,
 * `<hash>-<shorter side>.mp4`.
 */

export const UPLOADS_PREFIX = '/media/u/';

/** Widths in px of encoded pictures, up to the original's width. */
const PICTURE_WIDTHS = [480, 960, 1600];
export const MAX_PICTURE_WIDTH = 1600;

/** Characters of an upload's hash. */
export const HASH_LENGTH = 32;
const NAME = /^([0-9a-f]{32})(?:-(\d{1,4}))?\.([a-z0-9]{2,4})$/;

interface UploadName {
  hash: string;
  /** In px: width of a picture, or shorter side of a prepared film. */
  width: number | null;
}

export function parseUploadName(name: string): UploadName | null {
  const match = NAME.exec(name);
  return match ? { hash: match[1] as string, width: match[2] ? Number(match[2]) : null } : null;
}

export const pictureName = (hash: string, width: number): string => `${hash}-${width}.webp`;

export const isPictureName = (name: string): boolean => name.endsWith('.webp');
export const AVIF_TYPE = 'image/avif';
/** Returns the name of the AVIF file beside a picture's WebP file. */
export const avifName = (name: string): string => name.replace(/\.webp$/, '.avif');

/** Returns the widths in px of a picture whose widest is `width`. */
export const pictureWidths = (width: number): number[] => [
  ...PICTURE_WIDTHS.filter((narrower) => narrower < width),
  width,
];

/**
 * Returns the reference of an own file: an upload's hash, which all widths of a picture share; for other
 * files the path.
 */
export function referenceOf(path: string): string {
  if (!path.startsWith(UPLOADS_PREFIX)) return path;
  const hash = parseUploadName(path.slice(UPLOADS_PREFIX.length))?.hash;
  return hash ? UPLOADS_PREFIX + hash : path;
}

/** Derives an uploaded picture's `srcset` from its URL; undefined for other pictures. */
export function pictureSources(address: string): string | undefined {
  if (!address.startsWith(UPLOADS_PREFIX)) return undefined;
  const name = parseUploadName(address.slice(UPLOADS_PREFIX.length));
  if (!name?.width) return undefined;
  return pictureWidths(name.width)
    .map((width) => `${UPLOADS_PREFIX}${pictureName(name.hash, width)} ${width}w`)
    .join(', ');
}
