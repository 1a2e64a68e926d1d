import { useState } from 'react';
import { useSearch } from 'wouter';
import { openDropletId } from './viewer-address.ts';

/**
 * Where in a list the droplet stands that is open in the viewer, or was last: its card stays in the page, because
 * the focus returns to it. -1 when there is none.
 */
export function useOpenPlace(droplets: readonly { id: number }[]): number {
  const openId = openDropletId(useSearch());
  const [last, setLast] = useState(openId);
  if (openId !== null && openId !== last) setLast(openId);
  const id = openId ?? last;
  return id === null ? -1 : droplets.findIndex((droplet) => droplet.id === id);
}
