import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isSpare, whenIdle } from '#platform/web/ahead.ts';
import { useSite } from '#platform/web/page.ts';
import type { Droplet } from '../../contract/schemas.ts';
import { preloadedCover } from '../covers/cover.tsx';
import { isSiteUrl } from '../items/site-url.ts';
import { loadLessons } from './lesson/lazy-lesson.tsx';

/**
 * Preloads, in idle time, the covers of both neighbors, and of the next droplet the first bytes of its
 * medium, or its text. Sends nothing to other hosts: they learn of a reader only when that reader opens their
 * content.
 */
export function useNeighborPreload(previous: Droplet | undefined, next: Droplet | undefined): void {
  const queries = useQueryClient();
  const { publicUrl } = useSite();
  useEffect(() => {
    if (!isSpare()) return undefined;
    return whenIdle(() => {
      for (const droplet of [next, previous]) if (droplet) preloadCover(droplet);
      const { mediaType, mediaUrl } = next ?? {};
      if (!mediaUrl || !isSiteUrl(mediaUrl, publicUrl)) return;
      if (mediaType === 'video' || mediaType === 'audio') preloadMetadata(mediaType, mediaUrl);
      else if (mediaType === 'image') new Image().src = mediaUrl;
      else if (mediaType === 'text')
        void loadLessons.preload().then((lessons) => lessons?.preloadText(queries, mediaUrl));
    });
  }, [previous, next, queries, publicUrl]);
}

function preloadCover(droplet: Droplet): void {
  const cover = preloadedCover(droplet);
  if (cover.src.startsWith('/')) Object.assign(new Image(), cover);
}

/** Fetches as much as the browser needs to know a medium's length and to show its first frame. */
function preloadMetadata(type: 'video' | 'audio', url: string): void {
  const medium = document.createElement(type);
  medium.preload = 'metadata';
  medium.muted = true;
  medium.src = url;
}
