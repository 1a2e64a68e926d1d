import { useState } from 'react';
import { ConfirmDialog } from '#platform/design/dialog/confirm-dialog.tsx';
import { formatTime } from '#platform/text/dates.ts';
import { many } from '#platform/web/counts.ts';
import * as css from './captions-editor.module.css';
import { ScriptDialog } from './script-dialog.tsx';
import { type CaptionsEditorProps, reportUnread, type useCaptionsEditor } from './use-captions-editor.ts';

interface EditorBarProps {
  props: CaptionsEditorProps;
  editor: ReturnType<typeof useCaptionsEditor>;
}

/** Shows the number of captions and whether they are saved, with actions on all of them. */
export function EditorBar({ props: { item, read, readOriginal }, editor }: EditorBarProps) {
  const { captions, saving, takeFrom } = editor;
  const { lines, change } = captions;
  const [isPasting, setPasting] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const discard = () => {
    setDiscarding(false);
    read(item).then((next) => captions.reset(next, item.version), reportUnread);
  };
  return (
    <div className={css.editorBar}>
      <p className={css.state} role="status">
        {stateOf(lines.length, saving.wrong, captions.keptAt)}
      </p>
      <div className={css.acts}>
        <button className="btn line" type="button" onClick={() => setPasting(true)}>
          Paste a script
        </button>
        {captions.isDirty ? (
          <button className="btn quiet" type="button" onClick={() => setDiscarding(true)}>
            Discard draft
          </button>
        ) : null}
        {readOriginal && lines.length === 0 ? (
          <button
            className="btn line"
            type="button"
            onClick={() => takeFrom(readOriginal(), 'Times taken over')}
          >
            Take the first captions’ times
          </button>
        ) : null}
        <button
          className="btn line"
          type="button"
          aria-disabled={captions.past.length === 0 || undefined}
          onClick={captions.undo}
        >
          Undo
        </button>
        <button
          className="btn"
          type="button"
          aria-disabled={saving.isPending || undefined}
          onClick={() => saving.save()}
        >
          {saving.isPending ? 'Saving...' : 'Save'}
        </button>
      </div>
      <ConfirmDialog
        open={isDiscarding}
        title="Discard the draft?"
        label="Discard"
        onConfirm={discard}
        onCancel={() => setDiscarding(false)}
      >
        <p>The captions become what was saved last.</p>
      </ConfirmDialog>
      <ScriptDialog
        open={isPasting}
        onClose={() => setPasting(false)}
        onLines={(added) => {
          setPasting(false);
          change((present) => [...present, ...added]);
        }}
      />
    </div>
  );
}

function stateOf(count: number, wrong: number, keptAt: number | null): string {
  const all = wrong === 0 ? many(count, 'caption') : `${many(count, 'caption')}, ${wrong} to mend`;
  return keptAt === null ? `${all}.` : `${all}. Draft kept at ${formatTime(keptAt)}`;
}
