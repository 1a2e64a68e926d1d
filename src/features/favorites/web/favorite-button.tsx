import { useState } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { Icon } from '#platform/design/icon.tsx';
import type { FavoriteRef } from '../contract/schemas.ts';
import * as css from './favorite-button.module.css';
import { useFavorite } from './use-favorite.ts';

interface FavoriteButtonProps extends FavoriteRef {
  /** The item's title, for the button's accessible name. */
  title: string;
  /** `heart`: an icon over a picture. `save`: with text, among other buttons. */
  variant: 'heart' | 'save';
  /** The page already knows that the item is a favorite, so no request is needed. */
  listed?: boolean;
  className?: string;
}

/** The button that adds an item to the favorites or removes it. */
export function FavoriteButton(props: FavoriteButtonProps) {
  const { itemType, itemId, title, variant, listed, className } = props;
  const { isFavorite, checking, toggling, toggle } = useFavorite({ itemType, itemId }, listed);
  const [rippling, setRippling] = useState(false);
  const heart = variant === 'heart';
  return (
    <button
      type="button"
      className={classNames(heart ? css.heart : `btn line ${css.save}`, rippling && css.rippling, className)}
      data-part={heart ? undefined : 'save'}
      aria-pressed={isFavorite}
      aria-label={heart ? heartLabel(title, isFavorite) : undefined}
      disabled={checking}
      // `disabled` would drop the keyboard's focus.
      aria-disabled={toggling || undefined}
      onClick={() => {
        if (!toggling) setRippling(toggle() === true);
      }}
      onAnimationEnd={() => setRippling(false)}
    >
      <Icon name="heart" />
      {heart ? null : isFavorite ? 'Saved' : 'Save'}
    </button>
  );
}

const heartLabel = (title: string, isFavorite: boolean) =>
  isFavorite ? `Remove ${title} from favorites` : `Add ${title} to favorites`;
