import { FavoriteButton } from '#features/favorites/web/favorite-button.tsx';
import { Link } from '#platform/web/link.tsx';
import type { Ocean } from '../contract.ts';
import { AccessBadge } from './badges.tsx';
import { CardTitle, type HeadingLevel } from './card-title.tsx';
import { Cover } from './cover.tsx';
import { extentOf } from './ocean-extent.ts';

interface OceanCardProps {
  ocean: Ocean;
  headingLevel: HeadingLevel;
  /** Among the first that are seen. */
  eager?: boolean | 'first';
}

/** One ocean in a grid: a list item. */
export function OceanCard({ ocean, headingLevel, eager }: OceanCardProps) {
  return (
    <li className="card">
      <div className="art ocean">
        <AccessBadge of={ocean} />
        <Cover kind="ocean" of={ocean} eager={eager} />
        <FavoriteButton itemType="ocean" itemId={ocean.id} title={ocean.title} variant="heart" />
      </div>
      <CardTitle level={headingLevel}>
        <Link href={`/oceans/${ocean.id}`} likely>
          {ocean.title}
        </Link>
      </CardTitle>
      <p className="clamp-2">{ocean.description}</p>
      <span className="meta">{extentOf(ocean)}</span>
    </li>
  );
}
