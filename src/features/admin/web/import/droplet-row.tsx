import type { UseFormReturn } from 'react-hook-form';
import { UPLOAD_KINDS } from '#features/uploads/shared/upload-kinds.ts';
import type { QueueStates } from '#features/uploads/web/queue/upload-queue.ts';
import { FieldNote, noteProps } from '#platform/design/form/field-note.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { ContentIcon } from '../editor/content-icon.tsx';
import { errorText } from './error-text.ts';
import {
  captionsOf,
  type FolderState,
  fileOf,
  filesOf,
  percentUploaded,
  pictureOf,
  progressOf,
} from './folder-state.ts';
import { foundText } from './found-text.ts';
import * as css from './import-form.module.css';
import type { ImportValues } from './import-form-schema.ts';
import { nameOf, type PlannedFile } from './plan-folder.ts';
import type { RowControl } from './use-row-focus.ts';

interface DropletRowProps {
  state: FolderState;
  id: string;
  index: number;
  form: UseFormReturn<ImportValues>;
  states: QueueStates;
  act(id: string, title: string, control: RowControl): void;
  onRetry(id: string): void;
  onCaptions(file: File): void;
}

/** A planned droplet: its title, its files, and the progress of their uploads. */
export function DropletRow(props: DropletRowProps) {
  const { state, id, index, form, states, act, onRetry } = props;
  const medium = fileOf(state, id);
  const files = filesOf(state, id);
  const title = form.watch(`titles.${id}`) || nameOf(medium.path);
  const note = { id: `title-${id}`, error: errorText(form, `titles.${id}`) };
  return (
    <li data-droplet={id}>
      <span className={css.number}>{index + 1}</span>
      <Thumb medium={medium} picture={pictureOf(state, id)} states={states} />
      <div className={css.title}>
        <input
          className="input"
          aria-label={`Title of droplet ${index + 1}`}
          {...noteProps(note)}
          {...form.register(`titles.${id}`)}
          onKeyDown={(event) => {
            // Only the button may submit the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <FieldNote {...note} />
      </div>
      <div className={css.found}>
        <p>{nameOf(medium.path)}</p>
        <Found {...props} medium={medium} />
        <Progress files={files} states={states} onRetry={onRetry} />
      </div>
      <div className={`row ${css.moves}`}>
        <button
          type="button"
          className="icon-btn bare"
          aria-label={`Move ${title} up`}
          data-control="up"
          disabled={index === 0}
          onClick={() => act(id, title, 'up')}
        >
          <ContentIcon name="up" />
        </button>
        <button
          type="button"
          className="icon-btn bare"
          aria-label={`Move ${title} down`}
          data-control="down"
          disabled={index === state.order.length - 1}
          onClick={() => act(id, title, 'down')}
        >
          <ContentIcon name="down" />
        </button>
        <button
          type="button"
          className="icon-btn bare"
          aria-label={`Leave out ${title}`}
          data-control="out"
          onClick={() => act(id, title, 'out')}
        >
          <Icon name="close" />
        </button>
      </div>
    </li>
  );
}

function Thumb({
  medium,
  picture,
  states,
}: {
  medium: PlannedFile;
  picture: PlannedFile | undefined;
  states: QueueStates;
}) {
  const shown = picture ?? (medium.kind === 'image' ? medium : undefined);
  const state = shown && states.get(shown.id);
  return (
    <span className={css.thumb}>
      {state?.is === 'done' ? (
        <img src={state.upload.url} alt="" />
      ) : (
        <Icon name={medium.kind === 'audio' ? 'audio' : medium.kind === 'image' ? 'doc' : 'video'} />
      )}
    </span>
  );
}

/** Names the captions and picture found by a droplet's file name. */
function Found({ state, id, medium, onCaptions }: DropletRowProps & { medium: PlannedFile }) {
  const captions = captionsOf(state, id);
  const text = foundText(captions, pictureOf(state, id) !== undefined);
  const lacksCaptions = captions.length === 0 && medium.kind !== 'image';
  return (
    <>
      {text === '' ? null : <p>{text}</p>}
      {lacksCaptions ? (
        <p className={css.warn}>
          <Icon name="alert" />
          <span>
            No captions found. Write them later, or{' '}
            <label className={`file-btn ${css.inlineChooser}`}>
              choose a file<span className="sr"> with captions for {nameOf(medium.path)}</span>
              <input
                type="file"
                accept={UPLOAD_KINDS.captions.accept}
                onChange={(event) => {
                  const [file] = event.target.files ?? [];
                  event.target.value = '';
                  if (file) onCaptions(file);
                }}
              />
            </label>
          </span>
        </p>
      ) : null}
    </>
  );
}

interface ProgressProps {
  files: readonly PlannedFile[];
  states: QueueStates;
  onRetry(id: string): void;
}

/** Progress of a droplet's files, and its failed files. */
export function Progress({ files, states, onRetry }: ProgressProps) {
  const failed = files.flatMap(({ id, path }) => {
    const state = states.get(id);
    return state?.is === 'failed' ? [{ id, name: nameOf(path), message: state.message }] : [];
  });
  const isSending = files.some(({ id }) => states.get(id)?.is === 'sending');
  return (
    <>
      <p className={css.progressText}>{progressOf(files, states)}</p>
      {isSending ? (
        <progress
          aria-label={`Uploading ${nameOf(files[0]?.path ?? '')}`}
          max={100}
          value={percentUploaded(files, states)}
        />
      ) : null}
      {failed.map(({ id, name, message }) => (
        <div key={id} className={css.failure}>
          <ErrorNote role="alert">
            {name}: {message}
          </ErrorNote>
          <button type="button" className="btn quiet sm" onClick={() => onRetry(id)}>
            Try again<span className="sr"> to upload {name}</span>
          </button>
        </div>
      ))}
    </>
  );
}
