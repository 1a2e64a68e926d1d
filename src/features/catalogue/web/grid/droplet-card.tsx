import { Seen } from '#features/progress/web/seen.ts';
import { classNames } from '#platform/design/class-names.ts';
import { Link } from '#platform/web/link.tsx';
import type { Droplet } from '../../contract/schemas.ts';
import { AccessBadge } from '../items/card/access-badge.tsx';
import { Card } from '../items/card/card.tsx';
import { CardCover } from '../items/card/card-cover.tsx';
import { CardTitle, type HeadingLevel } from '../items/card/card-title.tsx';
import { describeKind } from '../items/droplet-kind.ts';
import type { ViewerLink } from '../viewer/viewer-address.ts';
import * as css from './droplet-card.module.css';

interface DropletCardProps {
  droplet: Droplet;
  headingLevel: HeadingLevel;
  /** From `useDropletViewer`: opens the droplet in the viewer. */
  link: ViewerLink;
  /** See `CardCover`. */
  eager?: boolean | 'first';
  /** Shows keywords instead of the duration, and the stored access type. */
  showKeywords?: boolean;
  /** Nothing is locked for this reader: no badge. */
  allOpen?: boolean;
}

/** Shows one droplet of a grid. */
export function DropletCard({ droplet, headingLevel, link, eager, showKeywords, allOpen }: DropletCardProps) {
  const { locked } = droplet;
  const badge = allOpen ? null : <AccessBadge of={droplet} asStored={showKeywords} onCover />;
  return (
    <Card kind="droplet" locked={locked}>
      <CardCover kind="droplet" item={droplet} locked={locked} eager={eager} badge={badge} />
      <CardTitle level={headingLevel}>
        <Link {...link} data-droplet={droplet.id}>
          {droplet.title}
        </Link>
      </CardTitle>
      {showKeywords ? (
        <span className={classNames(css.keywords, 'clamp-2')}>{droplet.keywords.join(', ')}</span>
      ) : (
        <span className="meta">
          {describeKind(droplet)}
          <Seen droplet={droplet.id} />
        </span>
      )}
      {locked ? <span className="sr">Locked: for subscribers</span> : null}
    </Card>
  );
}
