import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { many } from '#platform/web/counts.ts';
import { type Item, KINDS } from '../content/content-kinds.ts';
import * as css from './content-list.module.css';
import type { Selection } from './use-selection.ts';

interface ListHeadingProps {
  kind: ItemType;
  items: readonly Item[];
  /** Items that match the filter. */
  shown: readonly Item[];
  selection: Selection;
}

/** The checkbox that selects all shown items, and the number of items. */
export function ListHeading({ kind, items, shown, selection }: ListHeadingProps) {
  const ids = shown.map(({ id }) => id);
  const all = ids.length > 0 && ids.every((id) => selection.has(id));
  const drafts = items.filter((item) => !item.isPublished).length;
  return (
    <div className={css.heading}>
      {shown.length === 0 ? null : (
        <label className={css.tickLabel}>
          <input
            type="checkbox"
            checked={all}
            ref={(box) => {
              if (box) box.indeterminate = !all && selection.ids.length > 0;
            }}
            onChange={(event) => selection.select(ids, event.target.checked)}
          />
          Select all {shown.length === items.length ? KINDS[kind].names : 'results'}
        </label>
      )}
      <span className="meta" role="status">
        {shown.length === items.length
          ? [many(items.length, kind), drafts > 0 ? many(drafts, 'draft') : ''].filter(Boolean).join(', ')
          : `${shown.length} of ${many(items.length, kind)}`}
      </span>
    </div>
  );
}
