import { UploadField } from '#features/uploads/web/upload-field.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { many } from '#platform/web/counts.ts';
import { CaptionsConflict } from './captions-conflict.tsx';
import * as css from './captions-editor.module.css';
import { fetchCues } from './captions-queries.ts';
import { EditorBar } from './editor-bar.tsx';
import { FilmPanel } from './film/film-panel.tsx';
import { Strip } from './film/strip.tsx';
import { linesOf } from './lines/caption-lines.ts';
import { CaptionList } from './lines/caption-list.tsx';
import { type CaptionsEditorProps, useCaptionsEditor } from './use-captions-editor.ts';

/** Edits captions beside their film. The browser stores a draft until they are saved. */
export function CaptionsEditor(props: CaptionsEditorProps) {
  const { type, item, read } = props;
  const editor = useCaptionsEditor(props);
  const { captions, film, saving, takeFrom } = editor;
  const { lines, index } = captions;
  const { conflict, wrong } = saving;
  return (
    <>
      <EditorBar {...{ props, editor }} />
      {saving.isRefused ? (
        <div className={css.refusal}>
          <ErrorNote role="alert">
            {lines.length === 0
              ? 'There is nothing to save yet. Write a caption, or paste a script.'
              : `${many(wrong, 'caption')} cannot be saved yet. What helps stands below each of them.`}
          </ErrorNote>
        </div>
      ) : null}
      {conflict ? (
        <CaptionsConflict
          {...{ type, conflict, read }}
          busy={saving.isPending}
          onKeepMine={() => saving.save(conflict.version)}
          onTheirs={(theirs) => saving.takeTheirs(theirs, conflict.version)}
        />
      ) : null}
      <div className={css.columns}>
        <FilmPanel
          {...{ item, film, lines }}
          isTapping={editor.isTapping}
          hasOpen={index >= 0}
          elementRef={editor.setElement}
          onStartHere={editor.startHere}
          onEndHere={editor.endHere}
          onNudge={editor.nudge}
          onTap={editor.tap}
        />
        <section aria-label="Captions">
          <Strip film={film} lines={lines} open={captions.open} />
          <CaptionList
            captions={captions}
            focus={editor.focus}
            now={editor.now}
            onOpen={editor.open}
            onGo={editor.go}
          />
          <UploadField
            kind="captions"
            label="Import SRT or WebVTT"
            onUploaded={(url) => takeFrom(fetchCues(url).then(linesOf), 'Captions imported')}
          />
          <p className={`hint ${css.keys}`}>
            Press Esc to leave the words. Then Space plays, I and O set start and end, and the arrows nudge or
            go to the next caption. In the words, Enter splits and Backspace at the start joins. After a
            script, play the film and press Space where each caption starts.
          </p>
        </section>
      </div>
    </>
  );
}
