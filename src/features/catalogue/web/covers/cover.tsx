import { useEffect, useRef, useState } from 'react';
import { pictureSources } from '#features/uploads/shared/upload-address.ts';
import type { ItemType } from '../../contract/kinds.ts';
import * as css from './cover.module.css';
import * as frame from './cover-frame.module.css';
import { paletteIndex } from './cover-palette.ts';

/** Classes of the palettes, in the order of `server/media/cover.mjs`. */
const BACKGROUNDS = [
  css.noon,
  css.night,
  css.dawn,
  css.rain,
  css.dusk,
  css.kelp,
  css.lagoon,
  css.salt,
  css.clay,
  css.frost,
];

interface PicturedItem {
  slug: string;
  imageUrl: string | null;
  /** Null or empty: decorative, because the title stands beside it. */
  imageAlt?: string | null;
  imageBlur?: string | null;
}

/** Address of the generated cover, for an item without a picture. */
const generatedCover = (kind: ItemType, slug: string) => `/covers/${kind}/${encodeURIComponent(slug)}.svg`;

/** Returns the address of an item's picture, or of its generated cover. */
export const coverAddress = (kind: ItemType, of: PicturedItem): string =>
  of.imageUrl || generatedCover(kind, of.slug);

/** Widths of covers in lists, for browsers that do not support `sizes="auto"`. */
const SIZES: Record<ItemType, string> = {
  ocean: '(min-width: 64rem) 26rem, (min-width: 40rem) 50vw, 100vw',
  wave: '(min-width: 64rem) 26rem, (min-width: 40rem) 50vw, 100vw',
  droplet: '(min-width: 64rem) 16rem, (min-width: 40rem) 33vw, 50vw',
};

/** Widths of a detail page's picture, and of the viewer's. */
const OWN_SIZES: Record<ItemType, string> = {
  ocean: '(min-width: 64rem) 50vw, 100vw',
  wave: '(min-width: 64rem) 50vw, 100vw',
  droplet: '(min-width: 44rem) 29rem, 100vw',
};

interface CoverProps {
  kind: ItemType;
  of: PicturedItem;
  /** Loads the picture at once instead of when it comes near the screen; `first` gives it high priority. */
  eager?: boolean | 'first';
  /** For the picture of a detail page or of the viewer; a list has smaller ones. */
  own?: boolean;
}

/** Returns the attributes with which an `img` preloads the file that the viewer's cover will use. */
export function preloadedCover(of: PicturedItem): { src: string; srcset?: string; sizes?: string } {
  const src = coverAddress('droplet', of);
  const srcset = pictureSources(src);
  return srcset ? { srcset, sizes: OWN_SIZES.droplet, src } : { src };
}

/**
 * Shows an item's picture, decorative unless it has an alternative text. While it loads, a blur shows, or the
 * colors of the generated cover, which replaces a picture that fails. Use it in a `CoverFrame`.
 */
export function Cover({ kind, of, own, eager = own && 'first' }: CoverProps) {
  const address = coverAddress(kind, of);
  const [failed, setFailed] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  // A server-rendered picture may have failed before hydration.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(address);
  }, [address]);

  const tall = kind === 'droplet';
  const sources = failed === address ? undefined : pictureSources(address);
  const blur = failed === address ? null : of.imageBlur;
  const picture = (
    <img
      ref={image}
      className={blur ? frame.overBlur : BACKGROUNDS[paletteIndex(address, of.slug)]}
      src={failed === address ? generatedCover(kind, of.slug) : address}
      srcSet={sources}
      sizes={sources && (own ? OWN_SIZES[kind] : eager ? SIZES[kind] : `auto, ${SIZES[kind]}`)}
      alt={failed === address ? '' : (of.imageAlt ?? '')}
      width={tall ? 900 : 1600}
      height={tall ? 1600 : 900}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager === 'first' ? 'high' : undefined}
      decoding="async"
      onError={() => setFailed(address)}
    />
  );
  if (!blur) return picture;
  return (
    <>
      <img className={frame.blur} src={`data:image/webp;base64,${blur}`} alt="" />
      {picture}
    </>
  );
}
