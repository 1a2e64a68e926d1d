import { AccessBadge } from '#features/catalogue/web/badges.tsx';
import { type Item, isSample } from './content-kinds.ts';

/** How an item stands: its access as it is kept, whether it is a sample, whether it is a draft. */
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
