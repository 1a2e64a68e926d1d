import type { FavoriteItems } from '#features/favorites/contract/schemas.ts';
import { FavoriteButton } from '#features/favorites/web/favorite-button.tsx';
import { KeepDroplet, useReach } from '#features/offline/web/keep-droplet.tsx';
import { Seen } from '#features/progress/web/seen.ts';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import { EmptyState } from '#platform/design/state/empty-state.tsx';
import { Link } from '#platform/web/link.tsx';
import type { Droplet, Ocean, Wave } from '../../contract/schemas.ts';
import { Cover } from '../covers/cover.tsx';
import { CoverFrame } from '../covers/cover-frame.tsx';
import { Card } from '../items/card/card.tsx';
import { CardCover } from '../items/card/card-cover.tsx';
import { cardGrid, eagerAt } from '../items/card/card-grid.ts';
import { CardTitle } from '../items/card/card-title.tsx';
import { DraftRibbon } from '../items/card/draft-ribbon.tsx';
import { describeKind } from '../items/droplet-kind.ts';
import * as css from './favorite-list.module.css';

interface FavoriteListProps {
  tab: keyof FavoriteItems;
  items: FavoriteItems;
}

/** One tab of the favorites: oceans and waves as cards, droplets as rows. */
export function FavoriteList({ tab, items }: FavoriteListProps) {
  if (tab === 'oceans') return <FavoriteOceans oceans={items.oceans} />;
  if (tab === 'waves') return <FavoriteWaves waves={items.waves} />;
  return <FavoriteDroplets droplets={items.droplets} />;
}

function FavoriteOceans({ oceans }: { oceans: Ocean[] }) {
  if (oceans.length === 0) return <EmptyState title="No favorite oceans yet." />;
  return <FavoriteCards itemType="ocean" items={oceans} wayIn="Explore Ocean" />;
}

function FavoriteWaves({ waves }: { waves: Wave[] }) {
  if (waves.length === 0) return <EmptyState title="No favorite waves yet." />;
  return <FavoriteCards itemType="wave" items={waves} wayIn="Explore Wave" />;
}

interface FavoriteCardsProps {
  itemType: 'ocean' | 'wave';
  items: (Ocean | Wave)[];
  /** Label of the button below the card. */
  wayIn: string;
}

function FavoriteCards({ itemType, items, wayIn }: FavoriteCardsProps) {
  return (
    <ul className={`${cardGrid.wide} section`}>
      {items.map((item, index) => {
        const href = `/${itemType}s/${item.id}`;
        return (
          <Card kind={itemType} key={item.id}>
            <CardCover kind={itemType} item={item} eager={eagerAt(index, 3)} favorite />
            <CardTitle level={2}>
              <Link href={href}>{item.title}</Link>
            </CardTitle>
            <p className="clamp-2">{item.description}</p>
            <div className={`row ${css.actions}`}>
              <Link className={`btn line sm ${css.open}`} href={href} aria-label={`${wayIn}: ${item.title}`}>
                {wayIn}
              </Link>
            </div>
          </Card>
        );
      })}
    </ul>
  );
}

function FavoriteDroplets({ droplets }: { droplets: Droplet[] }) {
  if (droplets.length === 0) return <EmptyState title="No favorite droplets yet." />;
  return (
    <ul className={css.rows}>
      {droplets.map((droplet) => (
        <DropletRow key={droplet.id} droplet={droplet} />
      ))}
    </ul>
  );
}

function DropletRow({ droplet }: { droplet: Droplet }) {
  const reach = useReach(droplet);
  return (
    <li className={classNames(droplet.locked && css.locked, reach === 'away' && css.away)}>
      <CoverFrame kind="droplet" className={css.cover}>
        <Cover kind="droplet" of={droplet} />
      </CoverFrame>
      <div>
        <h2 className="clamp-2">{droplet.title}</h2>
        {reach === 'away' ? <span className="meta">Needs a connection</span> : <Facts droplet={droplet} />}
      </div>
      <FavoriteButton
        itemType="droplet"
        itemId={droplet.id}
        title={droplet.title}
        variant="heart"
        listed
        className={css.heart}
      />
      <KeepDroplet droplet={droplet} />
      {reach === 'away' ? (
        <span className="btn line sm" aria-disabled="true">
          View
        </span>
      ) : (
        <Link className="btn line sm" href={`/droplets/${droplet.id}`} aria-label={`View ${droplet.title}`}>
          View
        </Link>
      )}
    </li>
  );
}

function Facts({ droplet }: { droplet: Droplet }) {
  const isKept = useReach(droplet) === 'kept';
  // Anything other than video counts as audio (specification, section 2).
  const medium = droplet.mediaType === 'video' ? 'video' : 'audio';
  return (
    <span className={`meta ${css.facts}`}>
      {isKept ? (
        <>
          <Icon name="check" />
          Kept ·
        </>
      ) : (
        <Icon name={medium} />
      )}
      {medium === 'video' ? <span className="sr">Video,</span> : null}
      {describeKind(droplet)}
      <Seen droplet={droplet.id} />
      <DraftRibbon of={droplet} />
      {droplet.locked ? (
        <>
          <Icon name="lock" />
          <span className="sr">Locked: for subscribers</span>
        </>
      ) : null}
    </span>
  );
}
