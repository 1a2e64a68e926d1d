import { many } from '#platform/web/counts.ts';
import type { Ocean } from '../../contract/schemas.ts';
import { formatDuration } from './duration.ts';

/** Formats an ocean's size as '3 waves · 1 hour 3 min'. The time is left out when it is zero. */
export function extentOf({ waveCount, totalDuration }: Pick<Ocean, 'waveCount' | 'totalDuration'>): string {
  const waves = many(waveCount, 'wave');
  return totalDuration === 0 ? waves : `${waves} · ${formatDuration(totalDuration)}`;
}
