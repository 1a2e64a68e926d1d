import { useEffect, useRef, useState } from 'react';
import { pictureSources } from '#features/uploads/shared/upload-address.ts';
import type { ItemType } from '../contract.ts';
import { inkOf } from './cover-ink.ts';

interface Pictured {
  slug: string;
  imageUrl: string | null;
}

/** The drawing that stands in where an item has no picture of its own. */
const drawnCover = (kind: ItemType, slug: string) => `/covers/${kind}/${encodeURIComponent(slug)}.svg`;

export const coverAddress = (kind: ItemType, of: Pictured): string =>
  of.imageUrl || drawnCover(kind, of.slug);

/** About how wide a cover stands in a list, for browsers that cannot look for themselves (`auto`). */
const SIZES: Record<ItemType, string> = {
  ocean: '(min-width: 64rem) 26rem, (min-width: 40rem) 50vw, 100vw',
  wave: '(min-width: 64rem) 26rem, (min-width: 40rem) 50vw, 100vw',
  droplet: '(min-width: 64rem) 16rem, (min-width: 40rem) 33vw, 50vw',
};

/** How wide it stands as the page's own picture, or in the viewer's frame. */
const OWN_SIZES: Record<ItemType, string> = {
  ocean: '(min-width: 64rem) 50vw, 100vw',
  wave: '(min-width: 64rem) 50vw, 100vw',
  droplet: '(min-width: 44rem) 29rem, 100vw',
};

interface CoverProps {
  kind: ItemType;
  of: Pictured;
  /** Part of the first sight of the page: fetched at once; `first` is the picture that the eye falls on. */
  eager?: boolean | 'first';
  /** The page's own picture, and not one of a list. */
  own?: boolean;
}

/** What an `img` needs to fetch the same file as the cover in the viewer, ahead of it. */
export function coverAhead(of: Pictured): { src: string; srcset?: string; sizes?: string } {
  const src = coverAddress('droplet', of);
  const srcset = pictureSources(src);
  return srcset ? { srcset, sizes: OWN_SIZES.droplet, src } : { src };
}

/**
 * An item's picture: decorative, the title stands beside it. Until it is here its own colours stand in its place; one
 * that fails gives way to the drawing.
 */
export function Cover({ kind, of, own, eager = own && 'first' }: CoverProps) {
  const address = coverAddress(kind, of);
  const [failed, setFailed] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  // A server-rendered picture may have failed before anyone listened.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(address);
  }, [address]);

  const tall = kind === 'droplet';
  const sources = failed === address ? undefined : pictureSources(address);
  return (
    <img
      ref={image}
      className={inkOf(address, of.slug)}
      src={failed === address ? drawnCover(kind, of.slug) : address}
      srcSet={sources}
      sizes={sources && (own ? OWN_SIZES[kind] : eager ? SIZES[kind] : `auto, ${SIZES[kind]}`)}
      alt=""
      width={tall ? 900 : 1600}
      height={tall ? 1600 : 900}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager === 'first' ? 'high' : undefined}
      decoding="async"
      onError={() => setFailed(address)}
    />
  );
}
