import { Seen } from '#features/progress/web/seen.ts';
import { many } from '#platform/web/counts.ts';
import { Link } from '#platform/web/link.tsx';
import type { Wave } from '../../contract/schemas.ts';
import { AccessBadge } from '../items/card/access-badge.tsx';
import { Card } from '../items/card/card.tsx';
import { CardCover } from '../items/card/card-cover.tsx';
import { CardTitle, type HeadingLevel } from '../items/card/card-title.tsx';
import { formatDuration } from '../items/duration.ts';

interface WaveCardProps {
  wave: Wave;
  headingLevel: HeadingLevel;
}

/** Shows one wave of a grid. */
export function WaveCard({ wave, headingLevel }: WaveCardProps) {
  return (
    <Card kind="wave">
      <CardCover kind="wave" item={wave} badge={<AccessBadge of={wave} onCover />} />
      <CardTitle level={headingLevel}>
        <Link href={`/waves/${wave.id}`} likely>
          {wave.title}
        </Link>
      </CardTitle>
      <p className="clamp-2">{wave.description}</p>
      <span className="meta">
        {formatDuration(wave.totalDuration)} · {many(wave.dropletCount, 'droplet')}
        <Seen wave={wave} />
      </span>
    </Card>
  );
}
