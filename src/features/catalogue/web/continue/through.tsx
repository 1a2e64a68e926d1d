import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { markThrough } from '#features/progress/web/remember/begun.ts';
import { SeenWave, useIsThrough } from '#features/progress/web/remember/seen-dot.tsx';
import { Link } from '#platform/web/link.tsx';
import { useApi } from '#platform/web/page.ts';
import type { Wave } from '../../contract/schemas.ts';
import { dropletsQuery } from '../items/queries.ts';
import { AgainIcon } from '../viewer/end/again-icon.tsx';
import { askToPlay } from '../viewer/end/ask-to-play.ts';

interface ThroughProps {
  wave: Wave;
  /** With a class, a button that plays the wave again renders instead. */
  className?: string | undefined;
}

/**
 * Says that the reader has seen all of a wave, or offers to begin again. The dots of seen droplets stay
 * either way.
 */
export function Through({ wave, className }: ThroughProps) {
  const through = useIsThrough(wave);
  useLayoutEffect(() => {
    if (through !== undefined) markThrough(wave.id, through);
  }, [wave.id, through]);
  if (!through) return null;
  if (className !== undefined) return <BeginAgain wave={wave} className={className} />;
  return (
    <p>
      <SeenWave wave={wave} /> You have been all the way through
    </p>
  );
}

function BeginAgain({ wave, className }: ThroughProps) {
  const { data: droplets } = useQuery(dropletsQuery(useApi(), wave.id));
  const first = droplets?.[0];
  if (!first || first.locked) return null;
  return (
    <Link
      className={`btn ${className}`}
      href={`/waves/${wave.id}?droplet=${first.id}`}
      transition={false}
      onClick={() => askToPlay(first)}
    >
      <AgainIcon />
      Begin again
    </Link>
  );
}
