import { useState } from 'react';
import { DeleteDialog } from '../list/delete-dialog.tsx';
import { type Added, useUndoImport } from '../transfer/use-undo-import.ts';

/** Asks before it moves the items of an import to the trash, because people may have worked on them since. */
export function UndoImportButton({ added, title }: { added: Added; title: string }) {
  const undo = useUndoImport();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn line sm"
        aria-label={`Undo the import of ${title}`}
        onClick={() => setAsking(true)}
      >
        Undo
      </button>
      <DeleteDialog
        kind={added.type}
        ids={asking ? added.ids : null}
        onConfirm={() => {
          setAsking(false);
          undo(added);
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
