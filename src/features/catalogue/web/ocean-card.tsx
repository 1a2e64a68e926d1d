import type { ReactNode } from 'react';
import { Link } from '#platform/web/link.tsx';
import type { Ocean } from '../contract.ts';
import { AccessBadge } from './badges.tsx';
import { CardTitle, type HeadingLevel } from './card-title.tsx';
import { many } from './counts.ts';
import { Cover } from './cover.tsx';
import { formatDuration } from './duration.ts';

interface OceanCardProps {
  ocean: Ocean;
  headingLevel: HeadingLevel;
  /** Stands at the heart's place, on the art. */
  action?: ReactNode;
  /** Among the first that are seen. */
  eager?: boolean;
}

/** One ocean in a grid: a list item. */
export function OceanCard({ ocean, headingLevel, action, eager }: OceanCardProps) {
  return (
    <li className="card">
      <div className="art ocean">
        <AccessBadge of={ocean} />
        <Cover kind="ocean" of={ocean} eager={eager} />
        {action}
      </div>
      <CardTitle level={headingLevel}>
        <Link href={`/oceans/${ocean.id}`}>{ocean.title}</Link>
      </CardTitle>
      <p className="clamp-2">{ocean.description}</p>
      <span className="meta">
        {many(ocean.waveCount, 'wave')} · {formatDuration(ocean.totalDuration)}
      </span>
    </li>
  );
}
