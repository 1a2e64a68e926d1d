import { useState } from 'react';
import { Dialog } from '#platform/design/dialog/dialog.tsx';
import { Field } from '#platform/design/form/field.tsx';
import { many } from '#platform/web/counts.ts';
import { type Line, linesOfScript } from './lines/caption-lines.ts';

interface ScriptDialogProps {
  open: boolean;
  onClose(): void;
  onLines(lines: Line[]): void;
}

/** Dialog for a pasted script: each sentence becomes a caption without a time. */
export function ScriptDialog({ open, onClose, onLines }: ScriptDialogProps) {
  const [script, setScript] = useState('');
  const [isAsked, setAsked] = useState(false);
  const count = linesOfScript(script).length;
  return (
    <Dialog open={open} onClose={onClose} title="Paste a script">
      <form
        className="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (count === 0) return setAsked(true);
          onLines(linesOfScript(script));
          setScript('');
          setAsked(false);
        }}
      >
        <Field
          label="Script"
          error={isAsked && count === 0 ? 'Paste or type the words first.' : undefined}
          hint={
            count === 0
              ? 'Each sentence and each line becomes a caption.'
              : `It becomes ${many(count, 'caption')}.`
          }
        >
          {(its) => (
            <textarea {...its} rows={8} value={script} onChange={({ target }) => setScript(target.value)} />
          )}
        </Field>
        <div className="row end">
          <button className="btn line" type="button" onClick={onClose}>
            Cancel
          </button>
          <button className="btn" type="submit">
            Make captions
          </button>
        </div>
      </form>
    </Dialog>
  );
}
