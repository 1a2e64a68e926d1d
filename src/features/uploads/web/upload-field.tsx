import { type DragEvent, use, useEffect, useId, useRef, useState } from 'react';
import { PendingContext } from '#platform/design/form/form.tsx';
import { Icon } from '#platform/design/icon.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import type { Upload } from '../contract/schemas.ts';
import { UPLOAD_KINDS, type UploadKind } from '../shared/upload-kinds.ts';
import { WaitingUploads } from './resumable/waiting-uploads.tsx';
import { Sending } from './sending.tsx';
import * as css from './upload-field.module.css';
import { useUpload } from './use-upload.ts';

interface UploadFieldProps {
  kind: UploadKind;
  /** Called with the file's URL and its details. */
  onUploaded(url: string, upload: Upload): void;
  disabled?: boolean;
  /** The button's text, for pages with two of a kind. */
  label?: string;
}

const LABELS: Record<UploadKind, string> = {
  image: 'Upload an image',
  video: 'Upload a video',
  audio: 'Upload an audio file',
  captions: 'Upload captions',
};

/** Uploads a chosen or dropped file at once, independent of the surrounding form. */
export function UploadField({ kind, onUploaded, label = LABELS[kind], ...props }: UploadFieldProps) {
  // Disabled while the form is being sent: the address would arrive too late, and reach the form's next
  // content.
  const pending = use(PendingContext);
  const disabled = props.disabled || pending;
  const id = useId();
  const { max, accept } = UPLOAD_KINDS[kind];
  const { state, start, cancel, pause, goOn, waiting, discard } = useUpload(kind, (upload) =>
    onUploaded(upload.url, upload),
  );
  const [isOver, setIsOver] = useState(false);
  const sending = state.is === 'sending';
  const { chooser, stop } = useKeptFocus(sending);

  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = disabled || sending ? 'none' : 'copy';
    setIsOver(!disabled && !sending);
  };
  const onDrop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(false);
    if (!disabled) void start([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping repeats what the button does
    <div
      className={isOver ? `${css.upload} ${css.dragOver}` : css.upload}
      data-part="upload"
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <div className={css.controls} hidden={sending}>
        <label className={`btn line sm ${css.choose}`} aria-disabled={disabled || undefined}>
          <Icon name="plus" />
          {label}
          <input
            ref={chooser}
            type="file"
            accept={accept}
            disabled={disabled}
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              void start([...(event.target.files ?? [])]);
              // Allows choosing the same file again.
              event.target.value = '';
            }}
          />
        </label>
        <span className="hint" id={`${id}-note`}>
          or drop it here, at most {max}
        </span>
      </div>
      {sending ? (
        <Sending {...state} onPause={pause} onGoOn={goOn} onCancel={cancel} cancelRef={stop} />
      ) : (
        <WaitingUploads waiting={waiting} onDiscard={discard} />
      )}
      {state.is === 'failed' ? <ErrorNote role="alert">{state.message}</ErrorNote> : null}
      <p className="hint" role="status">
        {state.is === 'done' ? `${state.name} is uploaded.` : null}
      </p>
    </div>
  );
}

/** Moves the keyboard focus to Cancel during the upload, then back to the chooser. */
function useKeptFocus(sending: boolean) {
  const chooser = useRef<HTMLInputElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const held = useRef(false);
  useEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement === chooser.current;
    if (sending && lost) {
      held.current = true;
      stop.current?.focus();
    } else if (!sending && held.current) {
      held.current = false;
      if (lost) chooser.current?.focus();
    }
  }, [sending]);
  return { chooser, stop };
}
