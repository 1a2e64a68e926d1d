import type { Droplet, Ocean, Wave } from '#features/catalogue/contract.ts';
import { CardTitle } from '#features/catalogue/web/card-title.tsx';
import { Cover } from '#features/catalogue/web/cover.tsx';
import { formatDuration } from '#features/catalogue/web/duration.ts';
import { QuietState } from '#features/catalogue/web/quiet-state.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import { FavoriteButton } from './favorite-button.tsx';

/** The first row of the widest grid. */
const FIRST_ROW = 3;

export function FavoriteOceans({ oceans }: { oceans: Ocean[] }) {
  if (oceans.length === 0) return <QuietState title="No favorite oceans yet." />;
  return <FavoriteCards itemType="ocean" items={oceans} wayIn="Explore Ocean" />;
}

export function FavoriteWaves({ waves }: { waves: Wave[] }) {
  if (waves.length === 0) return <QuietState title="No favorite waves yet." />;
  return <FavoriteCards itemType="wave" items={waves} wayIn="Explore Wave" />;
}

interface FavoriteCardsProps {
  itemType: 'ocean' | 'wave';
  items: (Ocean | Wave)[];
  /** What the button under the card says. */
  wayIn: string;
}

function FavoriteCards({ itemType, items, wayIn }: FavoriteCardsProps) {
  return (
    <ul className="grid-3 section">
      {items.map((item, place) => {
        const href = `/${itemType}s/${item.id}`;
        return (
          <li className="card" key={item.id}>
            <div className={`art ${itemType}`}>
              <Cover kind={itemType} of={item} eager={place < FIRST_ROW} />
              <FavoriteButton
                itemType={itemType}
                itemId={item.id}
                title={item.title}
                variant="heart"
                listed
              />
            </div>
            <CardTitle level={2}>
              <Link href={href}>{item.title}</Link>
            </CardTitle>
            <p className="clamp-2">{item.description}</p>
            <div className="row way-in">
              <Link className="btn line sm" href={href} aria-label={`${wayIn}: ${item.title}`}>
                {wayIn}
              </Link>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

export function FavoriteDroplets({ droplets }: { droplets: Droplet[] }) {
  if (droplets.length === 0) return <QuietState title="No favorite droplets yet." />;
  return (
    <ul className="rows favorite-rows">
      {droplets.map((droplet) => (
        <DropletRow key={droplet.id} droplet={droplet} />
      ))}
    </ul>
  );
}

function DropletRow({ droplet }: { droplet: Droplet }) {
  // Anything other than video counts as audio (specification, section 2).
  const medium = droplet.mediaType === 'video' ? 'video' : 'audio';
  return (
    <li className={droplet.locked ? 'locked' : undefined}>
      <div className="art droplet">
        <Cover kind="droplet" of={droplet} />
      </div>
      <div>
        <h2 className="clamp-2">{droplet.title}</h2>
        <span className="meta">
          <Icon name={medium} />
          <span className="sr">{medium === 'video' ? 'Video,' : 'Audio,'}</span>
          {formatDuration(droplet.duration)}
          {droplet.locked ? (
            <>
              <Icon name="lock" />
              <span className="sr">Locked: for subscribers</span>
            </>
          ) : null}
        </span>
      </div>
      <FavoriteButton itemType="droplet" itemId={droplet.id} title={droplet.title} variant="heart" listed />
      <Link className="btn line sm" href={`/droplets/${droplet.id}`} aria-label={`View ${droplet.title}`}>
        View
      </Link>
    </li>
  );
}
