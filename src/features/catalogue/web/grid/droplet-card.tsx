import { Seen } from '#features/progress/web/seen.ts';
import { Link } from '#platform/web/link.tsx';
import type { Droplet } from '../../contract/schemas.ts';
import { AccessBadge } from '../items/card/access-badge.tsx';
import { Card } from '../items/card/card.tsx';
import { CardCover } from '../items/card/card-cover.tsx';
import { CardTitle, type HeadingLevel } from '../items/card/card-title.tsx';
import { describeKind } from '../items/droplet-kind.ts';
import type { ViewerLink } from '../viewer/viewer-address.ts';

interface DropletCardProps {
  droplet: Droplet;
  headingLevel: HeadingLevel;
  /** From `useDropletViewer`: opens the droplet in the viewer. */
  link: ViewerLink;
}

/** Shows one droplet of a wave. */
export function DropletCard({ droplet, headingLevel, link }: DropletCardProps) {
  const { locked } = droplet;
  return (
    <Card kind="droplet" locked={locked}>
      <CardCover kind="droplet" item={droplet} locked={locked} badge={<AccessBadge of={droplet} onCover />} />
      <CardTitle level={headingLevel}>
        <Link {...link} data-droplet={droplet.id}>
          {droplet.title}
        </Link>
      </CardTitle>
      <span className="meta">
        {describeKind(droplet)}
        <Seen droplet={droplet.id} />
      </span>
      {locked ? <span className="sr">Locked: for subscribers</span> : null}
    </Card>
  );
}
