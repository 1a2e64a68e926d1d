/* How uploaded files are named: `<hash>.mp4`, and pictures, which stand in several widths, `<hash>-<width>.webp`. */

export const UPLOADS_PREFIX = '/media/u/';

/** The widths in pixels that pictures are made in, if they are wide enough. */
const PICTURE_WIDTHS = [480, 960, 1600];
export const WIDEST = 1600;

const NAME = /^([0-9a-f]{32})(?:-(\d{1,4}))?\.([a-z0-9]{2,4})$/;

interface UploadName {
  hash: string;
  /** Of a picture. */
  width: number | null;
}

export function parseUploadName(name: string): UploadName | null {
  const match = NAME.exec(name);
  return match ? { hash: match[1] as string, width: match[2] ? Number(match[2]) : null } : null;
}

export const pictureName = (hash: string, width: number): string => `${hash}-${width}.webp`;

/** In which widths a picture stands whose widest is `width`. */
export const pictureWidths = (width: number): number[] => [
  ...PICTURE_WIDTHS.filter((narrower) => narrower < width),
  width,
];

/**
 * What stands for an own file where items refer to it: for an upload its hash, so that all widths of a picture are
 * one thing; for any other file its path.
 */
export function referenceOf(path: string): string {
  if (!path.startsWith(UPLOADS_PREFIX)) return path;
  const hash = parseUploadName(path.slice(UPLOADS_PREFIX.length))?.hash;
  return hash ? UPLOADS_PREFIX + hash : path;
}

/** The `srcset` of an uploaded picture, from its address alone; undefined for other pictures. */
export function pictureSources(address: string): string | undefined {
  if (!address.startsWith(UPLOADS_PREFIX)) return undefined;
  const name = parseUploadName(address.slice(UPLOADS_PREFIX.length));
  if (!name?.width) return undefined;
  return pictureWidths(name.width)
    .map((width) => `${UPLOADS_PREFIX}${pictureName(name.hash, width)} ${width}w`)
    .join(', ');
}
