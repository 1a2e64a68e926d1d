import { useState } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import type { FavoriteRef } from '../contract.ts';
import { useFavorite } from './use-favorite.ts';

interface FavoriteButtonProps extends FavoriteRef {
  /** The item's, for those who hear the button without seeing the card. */
  title: string;
  /** `heart` stands on a picture, `save` among other buttons with its word. */
  variant: 'heart' | 'save';
  /** The page already knows it as a favorite, so nobody is asked. */
  listed?: boolean;
}

/** The heart of one item, empty or filled. */
export function FavoriteButton({ itemType, itemId, title, variant, listed }: FavoriteButtonProps) {
  const { isFavorite, checking, toggling, toggle } = useFavorite({ itemType, itemId }, listed);
  const [rippling, setRippling] = useState(false);
  const heart = variant === 'heart';
  return (
    <button
      type="button"
      className={(heart ? 'heart' : 'btn line save') + (rippling ? ' just' : '')}
      aria-pressed={isFavorite}
      aria-label={heart ? heartLabel(title, isFavorite) : undefined}
      disabled={checking}
      // Not `disabled`: that would take the focus away from whoever pressed it with a key.
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
