import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { BulkChange } from '#features/catalogue/contract/write-endpoints.ts';
import { many } from '#platform/web/counts.ts';
import type { BulkResult } from '../../content/bulk-calls.ts';

export const doneWord = ({ action }: BulkChange) =>
  action === 'delete' ? 'deleted' : action === 'move' ? 'moved' : 'updated';

/** Says how many items changed, and how many go live later, when their films or sounds are prepared. */
export function bulkText(kind: ItemType, done: string, { ids, changed, waiting }: BulkResult): string {
  const text =
    changed === 0
      ? 'Nothing needed to change.'
      : `${many(changed, kind)} ${changed === 1 ? 'has' : 'have'} been ${done} successfully.`;
  if (waiting === 0) return text;
  const one = ids.length === 1 ? 'It' : 'One of them';
  return waiting === 1
    ? `${text} ${one} goes live by itself when its film or sound is ready.`
    : `${text} ${waiting} of them go live by themselves when their films or sounds are ready.`;
}
