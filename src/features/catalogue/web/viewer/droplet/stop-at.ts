import type { LastPlace } from '#platform/web/last-place/last-place.ts';
import type { Droplet, Wave } from '../../../contract/schemas.ts';
import type { ListPosition } from '../../items/list-position.ts';

/**
 * Returns the place of a lesson in its wave. The number in another list, such as results of a search, is not
 * that of the page to which the place leads.
 */
export function placeOf(
  { id, waveId, title }: Pick<Droplet, 'id' | 'waveId' | 'title'>,
  { position, total }: Pick<ListPosition<Droplet>, 'position' | 'total'>,
  wave: Pick<Wave, 'dropletCount'> | null | undefined,
): LastPlace {
  const isInWave = position > 0 && total === wave?.dropletCount;
  const label = isInWave ? `${title}, ${position} of ${total}` : title;
  return { href: `/waves/${waveId}?droplet=${id}`, label };
}
