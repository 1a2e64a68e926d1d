import type { MouseEvent } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { Link } from '#platform/web/link.tsx';
import { AccessBadge } from '../items/card/access-badge.tsx';
import { Card } from '../items/card/card.tsx';
import { CardCover } from '../items/card/card-cover.tsx';
import { CardTitle } from '../items/card/card-title.tsx';
import { PlayButton } from '../player/play-button.tsx';
import * as css from './classic-card.module.css';
import { type ClassicItem, isPlayable, TYPE_NAMES } from './classic-node.ts';

interface ClassicCardProps {
  item: ClassicItem;
  /** See {@link eagerAt}. */
  eager: boolean | 'first';
  /** Address of the level below the item. */
  href: string;
  onSelect(event: MouseEvent): void;
  onPlay(): void;
}

/** Shows one item as a card. Its title leads one level deeper, and Open to the item's own page. */
export function ClassicCard({ item, eager, href, onSelect, onPlay }: ClassicCardProps) {
  const { type, locked } = item;
  const tall = type === 'droplet';
  return (
    <Card kind={type} locked={locked} className={css.card}>
      <CardCover
        kind={type}
        item={item}
        eager={eager}
        locked={locked}
        badge={<AccessBadge of={item} onCover />}
      >
        {isPlayable(item) ? (
          <PlayButton
            title={item.title}
            className={classNames(css.playButton, tall && css.smallPlayButton)}
            aria-haspopup="dialog"
            onPress={onPlay}
          />
        ) : null}
      </CardCover>
      <div className={`row ${css.facts}`}>
        <span className="badge plain">{TYPE_NAMES[type]}</span>
        <span className="meta">{item.extent}</span>
      </div>
      <CardTitle level={2} className={css.title}>
        <Link href={href} onClick={onSelect}>
          {item.title}
        </Link>
      </CardTitle>
      <p className={classNames('clamp-2', tall && css.smallText)}>{item.description}</p>
      {locked ? <span className="sr">Locked: for subscribers</span> : null}
      <div className={`row ${css.actions}`}>
        <Link className={`btn line sm ${css.open}`} href={item.navigateTo} aria-label={`Open ${item.title}`}>
          Open
        </Link>
      </div>
    </Card>
  );
}
