import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { MAX_WRITING } from '#features/catalogue/contract/writing-calls.ts';
import { readingMinutes } from '#features/catalogue/shared/reading-time.ts';
import type { WritingKind } from '#features/catalogue/shared/written-address.ts';
import { FilesOnTheirWay, stopNote, useFilesOnTheirWay } from '#features/uploads/web/files-on-their-way.tsx';
import { useUpload } from '#features/uploads/web/use-upload.ts';
import { useUnsavedGuard } from '#platform/design/form/use-unsaved-guard.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { TabPanel, Tabs } from '#platform/design/tabs.tsx';
import { Link } from '#platform/web/link.tsx';
import { localDate } from '#platform/web/local-date.tsx';
import { checkHref } from '../check/check-address.ts';
import { DraftNote } from '../drafts/draft-note.tsx';
import { useDraft } from '../drafts/use-draft.ts';
import { useSaveKey } from '../keys/use-save-key.ts';
import { countDifferences } from './count-differences.ts';
import { ExerciseTrial } from './exercise-trial.tsx';
import { countSourceWords, formatText, type Insertion, insertPicture, type Selected } from './format-text.ts';
import { FormatToolbar } from './format-toolbar.tsx';
import { HtmlFileField } from './html-file-field.tsx';
import { LessonPreview } from './lesson-preview.tsx';
import { insertInto, SourceField, selectionOf } from './source-field.tsx';
import { type Saved, useWriting } from './use-writing.ts';
import { WritingConflict } from './writing-conflict.tsx';
import * as css from './writing-page.module.css';

interface WritingEditorProps {
  kind: WritingKind;
  initial: Saved;
}

const LABEL = 'View';

/** Edits a text beside its preview, or an exercise beside its trial; on phones in two tabs. */
export function WritingEditor({ kind, initial }: WritingEditorProps) {
  const errorId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [view, setView] = useState<'write' | 'preview'>('write');
  const writing = useWriting(kind, initial);
  const { source, setSource, saved, isPending } = writing;
  const dirty = source !== saved.source || saved.url === null;
  const kept = useDraft({
    form: `writing:${saved.droplet.id}`,
    base: saved.url ?? '',
    saved: { source: saved.source },
    read: () => ({ source }),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft follows what is typed and saved
  useEffect(kept.changed, [source, saved.source]);
  const files = useFilesOnTheirWay();
  const { dialog } = useUnsavedGuard(source !== saved.source, stopNote(files.names));
  const tooLong = source.length > MAX_WRITING[kind];
  const save = () => {
    if (dirty && !tooLong) writing.save();
  };
  useSaveKey(save, isPending);
  const { title } = saved.droplet;
  return (
    <div className={css.page}>
      <div className={css.head}>
        <h1>{title}</h1>
        <div className="row">
          <Link className="btn line" href={checkHref('droplet', saved.droplet.id)}>
            Check
          </Link>
          <button
            type="button"
            className="btn"
            aria-disabled={isPending || !dirty || undefined}
            onClick={save}
          >
            {isPending ? 'Saving...' : 'Save'}
          </button>
        </div>
      </div>
      <Notices writing={writing} kept={kept} field={field} />
      <section className={css.editor} aria-label="Editor">
        <FilesOnTheirWay value={files.register}>
          <Tools kind={kind} field={field} />
        </FilesOnTheirWay>
        <div className={css.viewTabs}>
          <Tabs<'write' | 'preview'>
            label={LABEL}
            current={view}
            onChoose={setView}
            tabs={[
              { name: 'write', label: 'Write' },
              { name: 'preview', label: kind === 'text' ? 'Preview' : 'Trial' },
            ]}
          />
        </div>
        <TabPanel label={LABEL} current={view} className={view === 'write' ? css.writes : css.previews}>
          <SourceField
            kind={kind}
            field={field}
            source={source}
            errorId={tooLong ? errorId : undefined}
            onChange={setSource}
          />
          {kind === 'text' ? (
            <LessonPreview source={source} title={title} />
          ) : (
            <ExerciseTrial source={source} title={title} keep={writing.keep} />
          )}
        </TabPanel>
        {tooLong ? (
          <ErrorNote id={errorId} role="alert">
            Use at most {MAX_WRITING[kind].toLocaleString('en')} characters. These are{' '}
            {source.length.toLocaleString('en')}.
          </ErrorNote>
        ) : null}
        <Status kind={kind} source={source} status={kept.status} isSaved={!dirty} />
      </section>
      {dialog}
    </div>
  );
}

type Field = RefObject<HTMLTextAreaElement | null>;

interface NoticesProps {
  writing: ReturnType<typeof useWriting>;
  kept: ReturnType<typeof useDraft<{ source: string }>>;
  field: Field;
}

/** Notices of an earlier draft, and of a text saved by another person. */
function Notices({ writing, kept, field }: NoticesProps) {
  const { saved, conflict } = writing;
  const { offer } = kept;
  return (
    <>
      {offer ? (
        <DraftNote
          at={offer.at}
          onBringBack={() => {
            kept.letGo();
            kept.putAside();
            writing.setSource(offer.values.source);
            field.current?.focus();
          }}
          onLetGo={() => {
            kept.letGo();
            field.current?.focus();
          }}
        >
          They differ in {differences(saved.source, offer.values.source)}.
          {offer.isStale ? ' Another text was saved since then.' : ''}
        </DraftNote>
      ) : null}
      {conflict ? (
        <WritingConflict
          key={conflict.version}
          current={conflict}
          began={saved.source}
          busy={writing.isPending}
          onKeepMine={() => writing.save(conflict.version)}
          onTakeTheirs={(theirs) => {
            kept.putAside();
            writing.takeTheirs(conflict, theirs);
            field.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}

function differences(before: string, after: string): string {
  const count = countDifferences(before, after);
  return count === 1 ? '1 place' : `${count} places`;
}

/** Formats and pictures for a text, a file chooser for an exercise. */
function Tools({ kind, field }: { kind: WritingKind; field: Field }) {
  const insert = (insertion: (selected: Selected) => Insertion) => {
    if (field.current) insertInto(field.current, insertion(selectionOf(field.current)));
  };
  const upload = useUpload('image', ({ url }) => insert((selected) => insertPicture(selected, url)));
  if (kind === 'exercise')
    return (
      <HtmlFileField
        onText={(html) =>
          insert(({ text }) => ({ from: 0, to: text.length, insert: html, start: 0, end: 0 }))
        }
      />
    );
  return (
    <>
      <FormatToolbar
        upload={upload}
        onFormat={(format) => insert((selected) => formatText(format, selected))}
      />
      <UploadState upload={upload} />
    </>
  );
}

function UploadState({ upload: { state, cancel } }: { upload: ReturnType<typeof useUpload> }) {
  if (state.is === 'failed') return <ErrorNote role="alert">{state.message}</ErrorNote>;
  if (state.is !== 'sending') return null;
  const percent = Math.floor((100 * state.sent) / state.bytes);
  return (
    <div className={css.uploading}>
      <progress aria-label={`Uploading ${state.name}`} max={100} value={percent} />
      <span className="meta">{state.phase === 'checking' ? 'Checking...' : `${percent}%`}</span>
      <button type="button" className="btn quiet sm" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
}

interface StatusProps {
  kind: WritingKind;
  source: string;
  status: ReturnType<typeof useDraft>['status'];
  isSaved: boolean;
}

function Status({ kind, source, status, isSaved }: StatusProps) {
  const words = countSourceWords(source);
  const minutes = readingMinutes(words);
  return (
    <div className={`meta ${css.status}`}>
      <span role="status">
        {isSaved ? 'Saved' : null}
        {status === 'no-room' ? 'This browser has no room for a draft. Save soon.' : null}
        {status !== null && status !== 'no-room'
          ? `Draft kept at ${localDate(new Date(status.at).toISOString(), 'time')}`
          : null}
      </span>
      <span>
        {kind === 'text'
          ? `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}, about ` +
            `${minutes === 1 ? '1 minute' : `${minutes} minutes`}`
          : `${source.length.toLocaleString('en')} characters`}
      </span>
    </div>
  );
}
