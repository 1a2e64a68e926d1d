import type { MouseEvent } from 'react';
import { FavoriteButton } from '#features/favorites/web/favorite-button.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { Link } from '#platform/web/link.tsx';
import type { ItemType } from '../contract.ts';
import { AccessBadge } from './badges.tsx';
import { CardTitle } from './card-title.tsx';
import { Cover } from './cover.tsx';
import { type ExplorerNode, isPlayable, TYPE_NAMES } from './explorer-node.ts';

interface ClassicCardProps {
  node: ExplorerNode;
  /** The level under this node. */
  href: string;
  onSelect(event: MouseEvent): void;
  onPlay(): void;
}

/** One node of the explorer: a list item. Its title leads a level deeper, Open to its own page. */
export function ClassicCard({ node, href, onSelect, onPlay }: ClassicCardProps) {
  const type = node.type as ItemType;
  const classes = ['card', 'node', type === 'droplet' ? 'drop' : '', node.locked ? 'locked' : ''];
  return (
    <li className={classes.filter((name) => name !== '').join(' ')}>
      <div className={`art ${type}`}>
        <AccessBadge of={node} />
        <Cover kind={type} of={node} />
        {node.locked ? (
          <div className="lock">
            <span>
              <Icon name="lock" />
            </span>
          </div>
        ) : null}
        <FavoriteButton itemType={type} itemId={node.id} title={node.title} variant="heart" />
        {isPlayable(node) ? (
          <button
            type="button"
            className="play"
            aria-label={`Play ${node.title}`}
            aria-haspopup="dialog"
            onClick={onPlay}
          >
            <Icon name="play" />
          </button>
        ) : null}
      </div>
      <div className="row node-about">
        <span className="badge plain">{TYPE_NAMES[type]}</span>
        <span className="meta">{node.extent}</span>
      </div>
      <CardTitle level={2}>
        <Link href={href} onClick={onSelect}>
          {node.title}
        </Link>
      </CardTitle>
      <p className="clamp-2">{node.description}</p>
      {node.locked ? <span className="sr">Locked: for subscribers</span> : null}
      <div className="row node-open">
        <Link className="btn line sm" href={node.navigateTo} aria-label={`Open ${node.title}`}>
          Open
        </Link>
      </div>
    </li>
  );
}
