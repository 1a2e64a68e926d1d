import { AccessBadge } from '#features/catalogue/web/items/card/access-badge.tsx';
import { type Item, isSample } from '../content/content-kinds.ts';

/** An item's badges: access, sample, draft. */
export function ItemBadges({ item }: { item: Item }) {
  return (
    <>
      {item.accessType === 'premium' ? (
        <AccessBadge of={item} asStored />
      ) : (
        <span className="badge free">Free</span>
      )}
      {isSample(item) ? <span className="badge free">Sample</span> : null}
      {item.isPublished ? null : <span className="badge plain">Draft</span>}
    </>
  );
}
