import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Rows } from '#features/catalogue/server/items/levels.ts';
import { changeItems, type Edit } from '#features/catalogue/server/write/change-items.ts';
import {
  isWaiting,
  type Publication,
  type PublicationChange,
  setPublications,
} from '#features/catalogue/server/write/publish-when-ready.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { CatalogueTransaction } from '#platform/database/version/change-catalogue.ts';
import { isRecord } from './walk-back.ts';

/** A change that undoes an entry; `done`: the item is as before it; `changed`: the item was changed since. */
export type UndoStep = Edit<ItemType> | PublicationChange | 'done' | 'changed';

/**
 * Finds what undoes the publication of a draft whose film or sound was being prepared: its former plan, and
 * when it is live meanwhile, taking it down. Undefined for other entries.
 */
export function publicationStep(
  row: Rows[ItemType],
  { entryId, details }: { entryId: number; details: Record<string, unknown> },
): UndoStep | undefined {
  if (!isRecord(details.publication)) return undefined;
  const { before, after } = details.publication as { before: Publication; after: Publication };
  const note = { undoOf: entryId };
  if (toBoolean(row.is_published)) {
    if (!isWaiting(after)) return 'changed';
    const former = { planned: before.publish_at ?? undefined, isNew: details.isNew === true };
    return { row, change: { isPublished: false }, ...former, details: note };
  }
  // A planned time that has passed meanwhile would publish the draft at once. Unlike an undo's own undo.
  const to = isWaiting(before) && isWaiting(after) ? { publish_at: null, publish_stopped_at: null } : before;
  if (row.publish_at === after.publish_at) return { row, to, details: note };
  return row.publish_at === to.publish_at ? 'done' : 'changed';
}

/** Carries out steps. Returns the ids of their entries in the audit log. */
export async function takeSteps(
  db: CatalogueTransaction,
  userId: number | null,
  type: ItemType,
  steps: readonly Exclude<UndoStep, string>[],
): Promise<number[]> {
  const plans = steps.filter((step) => 'to' in step);
  const edits = steps.filter((step) => 'change' in step);
  return [
    ...(await changeItems(db, userId, type, edits)),
    ...(await setPublications(db, userId, type, plans)),
  ];
}
