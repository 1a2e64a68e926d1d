import { classNames } from '#platform/design/class-names.ts';
import type { Progress } from '../../contract/schemas.ts';
import * as css from './seen-dot.module.css';
import { useProgress } from './use-progress.ts';

interface SeenDotProps {
  is(progress: Progress): boolean;
  /** Draws a ring around the dot for a wave or ocean seen entirely. */
  all?: boolean;
}

/** Shows a dot for seen content. Appears after the page, and takes no space before. */
function SeenDot({ is, all }: SeenDotProps) {
  return useProgress(is) ? (
    <span className={classNames(css.seen, all && css.ring)}>
      <span className="sr">{all ? 'Seen to the end' : 'Seen'}</span>
    </span>
  ) : null;
}

/** Marks a droplet that was seen. */
export const SeenDroplet = ({ id }: { id: number }) => (
  <SeenDot is={({ waves }) => waves.some(({ seen }) => seen.includes(id))} />
);

export interface OceanSize {
  id: number;
  waveCount: number;
}

export interface WaveSize {
  id: number;
  dropletCount: number;
}

const isThrough = (progress: Progress, { id, dropletCount }: WaveSize) =>
  dropletCount > 0 && seenIn(progress, id) >= dropletCount;

/** Whether the reader has seen every droplet of a wave; undefined while unknown. */
export const useIsThrough = (wave: WaveSize): boolean | undefined =>
  useProgress((progress) => isThrough(progress, wave));

/** Marks a wave whose droplets were all seen. */
export const SeenWave = ({ wave }: { wave: WaveSize }) => (
  <SeenDot all is={(progress) => isThrough(progress, wave)} />
);

/** Marks an ocean whose waves were all seen to their end. */
export const SeenOcean = ({ ocean: { id, waveCount } }: { ocean: OceanSize }) => (
  <SeenDot
    all
    is={({ waves }) =>
      waveCount > 0 &&
      waves.filter(({ oceanId, seen, total }) => oceanId === id && seen.length >= total).length >= waveCount
    }
  />
);

/** Shows how much of a wave was seen: a number, or the dot for all of it. */
export function SeenCount({ wave }: { wave: WaveSize }) {
  const seen = useProgress((progress) => seenIn(progress, wave.id)) ?? 0;
  return seen > 0 && seen < wave.dropletCount ? ` · ${seen} seen` : <SeenWave wave={wave} />;
}

/** Number of seen droplets in a wave. */
const seenIn = ({ waves }: Progress, id: number): number =>
  waves.find(({ waveId }) => waveId === id)?.seen.length ?? 0;
