import { createHash } from 'node:crypto';
import type { CoverOptions } from '#features/catalogue/server/media/cover.mjs';
import { parseCoverPath } from '#features/catalogue/server/media/cover-routes.ts';
import { parseUploadName, UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import type { PublicItem } from '../shared-items.ts';

/** In pixels. All networks show this size uncropped (1.91 : 1). */
export const PREVIEW = { width: 1200, height: 630 };

/** Increased with each change of the drawing, so that caches fetch the pictures again. */
const DRAWING = 1;

/** Sources of a preview picture. The content of a source never changes. */
export type PictureSource = { cover: CoverOptions } | { upload: string };

const COVERS_PREFIX = '/covers/';

/**
 * Chooses the source of an item's preview: its upload, or its generated cover. The server never fetches
 * pictures of other sites; the cover replaces them.
 */
export function pictureSource({ kind, item }: Pick<PublicItem, 'kind' | 'item'>): PictureSource {
  const address = item.imageUrl ?? '';
  if (address.startsWith(UPLOADS_PREFIX)) {
    const upload = address.slice(UPLOADS_PREFIX.length);
    if (parseUploadName(upload)?.width) return { upload };
  }
  return { cover: ownCover(address) ?? { kind, slug: item.slug } };
}

function ownCover(address: string): CoverOptions | undefined {
  if (!address.startsWith(COVERS_PREFIX)) return undefined;
  try {
    return parseCoverPath(decodeURIComponent(address.slice(COVERS_PREFIX.length)));
  } catch {
    // The address was typed by hand and has no cover.
    return undefined;
  }
}

/** Returns the path of an item's preview picture. A new source gets a new path. */
export const picturePath = ({ kind, item }: Pick<PublicItem, 'kind' | 'item'>): string =>
  `/previews/${kind}/${item.id}-${pictureHash(pictureSource({ kind, item }))}.png`;

export const pictureHash = (source: PictureSource): string =>
  createHash('sha256')
    .update(JSON.stringify([DRAWING, source]))
    .digest('hex')
    .slice(0, 16);
