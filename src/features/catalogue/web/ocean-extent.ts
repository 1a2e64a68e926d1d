import type { Ocean } from '../contract.ts';
import { many } from './counts.ts';
import { formatDuration } from './duration.ts';

/** '3 waves · 1 hour 3 min'; an ocean without waves takes no time. */
export function extentOf({ waveCount, totalDuration }: Pick<Ocean, 'waveCount' | 'totalDuration'>): string {
  const waves = many(waveCount, 'wave');
  return totalDuration === 0 ? waves : `${waves} · ${formatDuration(totalDuration)}`;
}
