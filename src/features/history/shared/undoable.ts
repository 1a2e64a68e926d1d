/* Which entries of the audit log can be undone. */

interface Entry {
  action: string;
  itemType: string;
  details: Record<string, unknown>;
}

const ITEMS = ['ocean', 'wave', 'droplet'];

/** Tells whether an entry has everything for an undo. Deleted items come back from the trash instead. */
export function isUndoable({ action, itemType, details }: Entry): boolean {
  if (action === 'reordered') return isRecord(details.order);
  const has = { before: isRecord(details.before), after: isRecord(details.after) };
  // The schedule changes publishing times, and refuses past ones. A draft that waits for its film has both.
  if (isRecord(details.after) && 'publishAt' in (details.after as object) && !isRecord(details.publication))
    return false;
  if (ITEMS.includes(itemType)) return action === 'updated' && has.before && has.after;
  if (itemType !== 'setting') return false;
  if (action === 'created') return has.after;
  return action === 'deleted' ? has.before : action === 'updated' && has.before && has.after;
}

const isRecord = (value: unknown) => typeof value === 'object' && value !== null;
