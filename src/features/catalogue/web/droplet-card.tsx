import { FavoriteButton } from '#features/favorites/web/favorite-button.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import type { Droplet } from '../contract.ts';
import { AccessBadge } from './badges.tsx';
import { CardTitle, type HeadingLevel } from './card-title.tsx';
import { Cover } from './cover.tsx';
import { formatDuration } from './duration.ts';

interface DropletCardProps {
  droplet: Droplet;
  headingLevel: HeadingLevel;
  /** From `useDropletViewer`: opens the droplet over the page. */
  link: { href: string; state?: unknown };
  /** Among the first that are seen. */
  eager?: boolean | 'first';
  /** Explore: keywords instead of the duration, and the access as it is stored. */
  showKeywords?: boolean;
}

/** One droplet in a grid: a list item. */
export function DropletCard({ droplet, headingLevel, link, eager, showKeywords }: DropletCardProps) {
  return (
    <li className={droplet.locked ? 'card drop locked' : 'card drop'}>
      <div className="art droplet">
        <AccessBadge of={droplet} asStored={showKeywords} />
        <Cover kind="droplet" of={droplet} eager={eager} />
        {droplet.locked ? (
          <div className="lock">
            <span>
              <Icon name="lock" />
            </span>
          </div>
        ) : null}
        <FavoriteButton itemType="droplet" itemId={droplet.id} title={droplet.title} variant="heart" />
      </div>
      <CardTitle level={headingLevel}>
        <Link {...link} data-droplet={droplet.id}>
          {droplet.title}
        </Link>
      </CardTitle>
      {showKeywords ? (
        <span className="kw clamp-2">{droplet.keywords.join(', ')}</span>
      ) : (
        <span className="meta">{formatDuration(droplet.duration)}</span>
      )}
      {droplet.locked ? <span className="sr">Locked: for subscribers</span> : null}
    </li>
  );
}
