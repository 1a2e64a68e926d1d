import { many } from '#platform/web/counts.ts';
import type { Droplet } from '../../contract/schemas.ts';
import { formatDuration } from './duration.ts';

type DropletFacts = Pick<Droplet, 'locked' | 'isSample' | 'duration'>;

/** Describes a wave's droplets in one line: how many are open and how many locked, and how long they take. */
export function summarizeDroplets(droplets: readonly DropletFacts[]): string {
  const time = formatDuration(droplets.reduce((sum, { duration }) => sum + duration, 0));
  const locked = droplets.filter((droplet) => droplet.locked).length;
  if (locked === 0) return `${many(droplets.length, 'droplet')} · ${time}`;
  const open = droplets.length - locked;
  const samples = droplets.filter((droplet) => droplet.isSample).length;
  const opened = open === samples ? many(open, 'free sample') : `${open} open to everyone`;
  return [...(open === 0 ? [] : [opened]), `${locked} for subscribers`, time].join(' · ');
}
