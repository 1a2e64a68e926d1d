import type { Droplet } from '../contract.ts';
import { many } from './counts.ts';
import { formatDuration } from './duration.ts';

type Summed = Pick<Droplet, 'locked' | 'isSample' | 'duration'>;

/** A line about a wave's droplets: what is open and what is not, or how long they take. */
export function summarise(droplets: readonly Summed[]): string {
  const locked = droplets.filter((droplet) => droplet.locked).length;
  if (locked > 0) {
    const open = droplets.length - locked;
    const samples = droplets.filter((droplet) => droplet.isSample).length;
    const opened = open === samples ? many(open, 'free sample') : `${open} open to everyone`;
    return open === 0 ? `${locked} for subscribers` : `${opened} · ${locked} for subscribers`;
  }
  const total = droplets.reduce((sum, droplet) => sum + droplet.duration, 0);
  const minute = droplets.length === 1 ? 'about a minute' : 'about a minute each';
  const time = total / droplets.length < 1.5 ? minute : formatDuration(total);
  return `${many(droplets.length, 'droplet')} · ${time}`;
}
