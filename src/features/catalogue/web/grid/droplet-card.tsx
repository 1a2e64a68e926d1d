import type { ReactNode } from 'react';
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
  /** See `CardCover`. */
  eager?: boolean | 'first';
  /** Stands for the title and the duration. The stored access type is then shown. */
  found?: { title: ReactNode; keywords: ReactNode };
  /** Nothing is locked for this reader: no badge. */
  allOpen?: boolean;
}

/** Shows one droplet of a grid. */
export function DropletCard(props: DropletCardProps) {
  const { droplet, headingLevel, link, eager, found, allOpen } = props;
  const { locked } = droplet;
  const badge = allOpen ? null : <AccessBadge of={droplet} asStored={found !== undefined} onCover />;
  return (
    <Card kind="droplet" locked={locked}>
      <CardCover kind="droplet" item={droplet} locked={locked} eager={eager} badge={badge} />
      <CardTitle level={headingLevel}>
        <Link {...link} data-droplet={droplet.id}>
          {found?.title ?? droplet.title}
        </Link>
      </CardTitle>
      {found?.keywords ?? (
        <span className="meta">
          {describeKind(droplet)}
          <Seen droplet={droplet.id} />
        </span>
      )}
      {locked ? <span className="sr">Locked: for subscribers</span> : null}
    </Card>
  );
}
