import { FavoriteButton } from '#features/favorites/web/favorite-button.tsx';
import { Link } from '#platform/web/link.tsx';
import type { Wave } from '../contract.ts';
import { AccessBadge } from './badges.tsx';
import { CardTitle, type HeadingLevel } from './card-title.tsx';
import { many } from './counts.ts';
import { Cover } from './cover.tsx';
import { formatDuration } from './duration.ts';

interface WaveCardProps {
  wave: Wave;
  headingLevel: HeadingLevel;
}

/** One wave in a grid: a list item. */
export function WaveCard({ wave, headingLevel }: WaveCardProps) {
  return (
    <li className="card">
      <div className="art wave">
        <AccessBadge of={wave} />
        <Cover kind="wave" of={wave} />
        <FavoriteButton itemType="wave" itemId={wave.id} title={wave.title} variant="heart" />
      </div>
      <CardTitle level={headingLevel}>
        <Link href={`/waves/${wave.id}`} likely>
          {wave.title}
        </Link>
      </CardTitle>
      <p className="clamp-2">{wave.description}</p>
      <span className="meta">
        {formatDuration(wave.duration)} · {many(wave.dropletCount, 'droplet')}
      </span>
    </li>
  );
}
