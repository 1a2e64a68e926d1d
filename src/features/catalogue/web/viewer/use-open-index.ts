import { useState } from 'react';
import { useSearch } from 'wouter';
import { openDropletId } from './viewer-address.ts';

/**
 * Returns the list index of the droplet that the viewer shows or showed last; -1 when there is none. Its
 * card must stay in the page, because closing the viewer returns the focus to it.
 */
export function useOpenIndex(droplets: readonly { id: number }[]): number {
  const openId = openDropletId(useSearch());
  const [last, setLast] = useState(openId);
  if (openId !== null && openId !== last) setLast(openId);
  const id = openId ?? last;
  return id === null ? -1 : droplets.findIndex((droplet) => droplet.id === id);
}
