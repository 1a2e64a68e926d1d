import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isSpare, whenIdle } from '#platform/web/ahead.ts';
import { useSite } from '#platform/web/page.ts';
import type { Droplet } from '../contract.ts';
import { coverAhead } from './cover.tsx';
import { lessonQuery } from './lesson-query.ts';
import { isSiteAddress } from './site-address.ts';

/**
 * While one droplet is looked at, the pictures of its neighbours are fetched, and the first bytes of what the next one
 * plays or shows, if it lies on this site: other hosts hear nothing before a person asks.
 */
export function useNeighboursAhead(previous: Droplet | undefined, next: Droplet | undefined): void {
  const queries = useQueryClient();
  const { publicUrl } = useSite();
  useEffect(() => {
    if (!isSpare()) return undefined;
    return whenIdle(() => {
      for (const droplet of [next, previous]) if (droplet) fetchCover(droplet);
      const { mediaType, mediaUrl } = next ?? {};
      if (!mediaUrl || !isSiteAddress(mediaUrl, publicUrl)) return;
      if (mediaType === 'video' || mediaType === 'audio') fetchBeginning(mediaType, mediaUrl);
      else if (mediaType === 'image') new Image().src = mediaUrl;
      else if (mediaType === 'text') void queries.prefetchQuery(lessonQuery(mediaUrl));
    });
  }, [previous, next, queries, publicUrl]);
}

function fetchCover(droplet: Droplet): void {
  const cover = coverAhead(droplet);
  // A picture of another host belongs to the page only when it is shown.
  if (!cover.src.startsWith('/')) return;
  Object.assign(new Image(), cover);
}

/** What the browser reads to know a medium and to show its first frame. */
function fetchBeginning(kind: 'video' | 'audio', url: string): void {
  const medium = document.createElement(kind);
  medium.preload = 'metadata';
  medium.muted = true;
  medium.src = url;
}
