import type { AuditEntry } from '#features/audit-log/contract/schemas.ts';
import { isUndoable } from '#features/history/shared/undoable.ts';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { Link } from '#platform/web/link.tsx';
import { addedBy } from '../transfer/use-undo-import.ts';
import { hasHistory, versionsHref } from './history-address.ts';
import { UndoImportButton } from './undo-import-button.tsx';
import { useUndo } from './use-undo.ts';

/** Actions on an audit log entry: open its item's history, and undo the change. */
export function EntryActions({ entry }: { entry: AuditEntry }) {
  const { id, itemType, itemId, title, action } = entry;
  const { undo, isPending, error } = useUndo();
  const added = addedBy(entry);
  const subject = hasHistory(itemType) ? { type: itemType, id: itemId } : null;
  return (
    <>
      <div>
        {isUndoable(entry) ? (
          <button
            type="button"
            className="btn line sm"
            aria-label={`Undo the change to ${title}`}
            aria-disabled={isPending || undefined}
            onClick={() => isPending || undo({ id, title })}
          >
            Undo
          </button>
        ) : null}
        {added ? <UndoImportButton added={added} title={title} /> : null}
        {action === 'deleted' && itemType !== 'setting' && subject ? (
          <Link className="btn line sm" href="/admin/trash" aria-label={`Find ${title} in the trash`}>
            In the trash
          </Link>
        ) : null}
        {subject ? (
          <Link className="btn quiet sm" href={versionsHref(subject)} aria-label={`History of ${title}`}>
            History
          </Link>
        ) : null}
      </div>
      {error ? (
        <ErrorNote role="alert">
          {failureText(error)}{' '}
          {subject ? <Link href={versionsHref(subject, id - 1)}>Look at both</Link> : null}
        </ErrorNote>
      ) : null}
    </>
  );
}
