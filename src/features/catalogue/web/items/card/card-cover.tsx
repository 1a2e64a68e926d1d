import type { ReactNode } from 'react';
import { FavoriteButton } from '#features/favorites/web/favorite-button.tsx';
import { Icon } from '#platform/design/icon.tsx';
import type { ItemType } from '../../../contract/kinds.ts';
import { Cover } from '../../covers/cover.tsx';
import { CoverFrame } from '../../covers/cover-frame.tsx';
import * as css from './card.module.css';
import { DraftRibbon } from './draft-ribbon.tsx';

interface CardCoverProps {
  kind: ItemType;
  item: {
    id: number;
    title: string;
    slug: string;
    imageUrl: string | null;
    imageAlt?: string | null;
    imageBlur?: string | null;
    isPublished?: boolean;
  };
  /** An access badge in the corner. */
  badge?: ReactNode;
  /** Shows a lock. */
  locked?: boolean;
  /** In the first row: the cover loads at once, the `first` one with high priority. */
  eager?: boolean | 'first';
  /** The page knows that the item is a favorite. */
  favorite?: boolean;
  /** A button on the cover. */
  children?: ReactNode;
}

/** Shows a card's cover with its badge, lock and heart. */
export function CardCover(props: CardCoverProps) {
  const { kind, item, badge, locked, eager, favorite, children } = props;
  return (
    <CoverFrame kind={kind} className={css.cover} data-part="cover">
      {badge}
      <DraftRibbon of={item} onCover />
      <Cover kind={kind} of={item} eager={eager} />
      {locked ? (
        <div className={css.lock}>
          <span>
            <Icon name="lock" />
          </span>
        </div>
      ) : null}
      <FavoriteButton
        itemType={kind}
        itemId={item.id}
        title={item.title}
        variant="heart"
        listed={favorite}
        className={css.heart}
      />
      {children}
    </CoverFrame>
  );
}
