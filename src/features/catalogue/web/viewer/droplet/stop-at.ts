import type { LastStop } from '#platform/web/last-stop/last-stop.ts';
import type { Droplet, Wave } from '../../../contract/schemas.ts';
import type { ListPosition } from '../../items/list-position.ts';

/**
 * Returns a lesson in its wave as the last stop. The number in another list, such as results of a search, is
 * not that of the page to which the stop leads.
 */
export function stopAt(
  { id, waveId, title }: Pick<Droplet, 'id' | 'waveId' | 'title'>,
  { position, total }: Pick<ListPosition<Droplet>, 'position' | 'total'>,
  wave: Pick<Wave, 'dropletCount'> | null | undefined,
): LastStop {
  const isInWave = position > 0 && total === wave?.dropletCount;
  const label = isInWave ? `${title}, ${position} of ${total}` : title;
  return { href: `/waves/${waveId}?droplet=${id}`, label };
}
