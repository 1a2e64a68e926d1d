import { classNames } from '#platform/design/class-names.ts';
import type { ItemType } from '../../../contract/kinds.ts';
import * as css from './draft-ribbon.module.css';

interface DraftRibbonProps {
  /** `isPublished` is absent in some lists: their items get no ribbon. */
  of: { isPublished?: boolean };
  /** Lies on the lower corner of a cover. */
  onCover?: boolean;
}

/** Marks a draft. Only editors and administrators see it, because the server sends drafts to nobody else. */
export const DraftRibbon = ({ of, onCover }: DraftRibbonProps) =>
  of.isPublished === false ? (
    <span className={classNames('badge', css.ribbon, onCover && css.onCover)}>Draft</span>
  ) : null;

interface DraftNoteProps {
  kind: ItemType;
  item: { isPublished: boolean };
  /** The items above it, the nearest first; null or undefined while not loaded. */
  above: readonly [ItemType, { isPublished: boolean } | null | undefined][];
}

/** Says on an item's own page that it is not public, because it or an item above is a draft. */
export function DraftNote({ kind, item, above }: DraftNoteProps) {
  const cause = item.isPublished ? above.find(([, holder]) => holder?.isPublished === false)?.[0] : kind;
  return cause ? (
    <div className={css.note} data-part="draft-note">
      <DraftRibbon of={{ isPublished: false }} /> This {kind} is not public
      {cause === kind ? '.' : `: its ${cause} is a draft.`}
    </div>
  ) : null;
}
