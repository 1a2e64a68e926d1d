import { Seen } from '#features/progress/web/seen.ts';
import { Link } from '#platform/web/link.tsx';
import type { Ocean } from '../../contract/schemas.ts';
import { AccessBadge } from '../items/card/access-badge.tsx';
import { Card } from '../items/card/card.tsx';
import { CardCover } from '../items/card/card-cover.tsx';
import { CardTitle, type HeadingLevel } from '../items/card/card-title.tsx';
import { extentOf } from '../items/ocean-extent.ts';

interface OceanCardProps {
  ocean: Ocean;
  headingLevel: HeadingLevel;
  /** See `CardCover`. */
  eager?: boolean | 'first';
}

/** Shows one ocean of a grid. */
export function OceanCard({ ocean, headingLevel, eager }: OceanCardProps) {
  return (
    <Card kind="ocean">
      <CardCover kind="ocean" item={ocean} eager={eager} badge={<AccessBadge of={ocean} onCover />} />
      <CardTitle level={headingLevel}>
        <Link href={`/oceans/${ocean.id}`} likely>
          {ocean.title}
        </Link>
      </CardTitle>
      <p className="clamp-2">{ocean.description}</p>
      <span className="meta">
        {extentOf(ocean)}
        <Seen ocean={ocean} />
      </span>
    </Card>
  );
}
