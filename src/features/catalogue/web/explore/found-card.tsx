import { Link } from '#platform/web/link.tsx';
import type { Droplet } from '../../contract/schemas.ts';
import { AccessBadge } from '../items/card/access-badge.tsx';
import { Card } from '../items/card/card.tsx';
import { CardCover } from '../items/card/card-cover.tsx';
import { CardTitle } from '../items/card/card-title.tsx';
import type { ViewerLink } from '../viewer/viewer-address.ts';
import * as css from './found-card.module.css';
import { MarkedText } from './marked-text.tsx';

interface FoundCardProps {
  droplet: Droplet;
  /** From `useDropletViewer`: opens the droplet in the viewer. */
  link: ViewerLink;
  /** See `CardCover`. */
  eager: boolean | 'first';
  /** The reader may open everything, so no badge shows. */
  allOpen: boolean;
  /** Words to mark, in lower case. */
  words: ReadonlySet<string>;
}

/** Shows one droplet that was found, with its keywords and stored access type. */
export function FoundCard({ droplet, link, eager, allOpen, words }: FoundCardProps) {
  const { locked } = droplet;
  const badge = allOpen ? null : <AccessBadge of={droplet} asStored onCover />;
  return (
    <Card kind="droplet" locked={locked}>
      <CardCover kind="droplet" item={droplet} locked={locked} eager={eager} badge={badge} />
      <CardTitle level={2}>
        <Link {...link} data-droplet={droplet.id}>
          <MarkedText text={droplet.title} words={words} />
        </Link>
      </CardTitle>
      <span className={`clamp-2 ${css.keywords}`}>
        <MarkedText text={droplet.keywords.join(', ')} words={words} />
      </span>
      {locked ? <span className="sr">Locked: for subscribers</span> : null}
    </Card>
  );
}
