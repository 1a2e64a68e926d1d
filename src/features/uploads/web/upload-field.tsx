import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { Icon } from '#platform/design/icon.tsx';
import type { Upload } from '../contract.ts';
import { UPLOAD_KINDS, type UploadKind } from '../shared/upload-kinds.ts';
import { useUpload } from './use-upload.ts';
import './upload-field.css';

interface UploadFieldProps {
  kind: UploadKind;
  /** Gets the address to put into the form, and all else that is known of the file. */
  onUploaded(url: string, upload: Upload): void;
  disabled?: boolean;
  /** What the button says, where two of a kind stand on one page. */
  label?: string;
}

const LABELS: Record<UploadKind, string> = {
  image: 'Upload a picture',
  video: 'Upload a video',
  audio: 'Upload an audio file',
  captions: 'Upload captions',
};

/** Chooses or drops one file and uploads it at once; the form around it is not touched. */
export function UploadField({ kind, onUploaded, disabled = false, label = LABELS[kind] }: UploadFieldProps) {
  const id = useId();
  const { max, accept } = UPLOAD_KINDS[kind];
  const { state, start, cancel } = useUpload(kind, (upload) => onUploaded(upload.url, upload));
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
    if (!disabled) start([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the button does
    <div
      className={isOver ? 'upload is-over' : 'upload'}
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <div className="upload-way" hidden={sending}>
        <label className="btn line sm upload-choose" aria-disabled={disabled || undefined}>
          <Icon name="plus" />
          {label}
          <input
            ref={chooser}
            type="file"
            accept={accept}
            disabled={disabled}
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              start([...(event.target.files ?? [])]);
              // So that the same file can be chosen again.
              event.target.value = '';
            }}
          />
        </label>
        <span className="hint" id={`${id}-note`}>
          or drop it here, at most {max}
        </span>
      </div>
      {sending ? (
        <div className="upload-way">
          <span className="upload-name" aria-hidden="true">
            {state.name}
          </span>
          <progress aria-label={`Uploading ${state.name}`} max={100} value={state.percent} />
          <span className="upload-percent">{state.percent < 100 ? `${state.percent}%` : 'Checking…'}</span>
          <button ref={stop} className="btn quiet sm" type="button" onClick={cancel}>
            Cancel
          </button>
        </div>
      ) : null}
      {state.is === 'failed' ? <ErrorNote role="alert">{state.message}</ErrorNote> : null}
      <p className="hint" role="status">
        {state.is === 'done' ? `${state.name} is uploaded.` : null}
      </p>
    </div>
  );
}

/** Who chose a file by keyboard finds the focus on Cancel meanwhile, and back on the chooser afterwards. */
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
