import { many } from '#platform/web/counts.ts';

/**
 * Says what goes along with a deletion: 'This also deletes 3 waves and 24 droplets.' Empty if nothing does.
 */
export function alsoDeleted({ waves, droplets }: { waves: number; droplets: number }): string {
  const parts = [
    ...(waves > 0 ? [many(waves, 'wave')] : []),
    ...(droplets > 0 ? [many(droplets, 'droplet')] : []),
  ];
  return parts.length === 0 ? '' : `This also deletes ${parts.join(' and ')}.`;
}
