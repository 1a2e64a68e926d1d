import type { LastStop } from '#platform/web/last-stop/last-stop.ts';
import type { Droplet, Wave } from '../../../contract/schemas.ts';
import type { ListPosition } from '../../items/list-position.ts';

/**
 * Returns a lesson's stop in its wave. Ignores its number in other lists, such as search results, because the
 * stop links to the wave.
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
