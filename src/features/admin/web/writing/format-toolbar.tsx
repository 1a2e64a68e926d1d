import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { UPLOAD_KINDS } from '#features/uploads/shared/upload-kinds.ts';
import type { useUpload } from '#features/uploads/web/use-upload.ts';
import type { Format } from './format-text.ts';
import { WritingIcon } from './writing-icon.tsx';
import * as css from './writing-page.module.css';

interface Tool {
  format: Format | 'picture';
  label: string;
  face: ReactNode;
  keys?: string;
}

const TOOLS: readonly Tool[] = [
  { format: 'heading', label: 'Heading', face: 'H' },
  { format: 'bold', label: 'Bold', face: 'B', keys: 'Control+B' },
  { format: 'italic', label: 'Italic', face: <i>I</i>, keys: 'Control+I' },
  { format: 'quote', label: 'Quote', face: '”' },
  { format: 'list', label: 'List', face: <WritingIcon name="list" /> },
  { format: 'link', label: 'Link', face: <WritingIcon name="link" />, keys: 'Control+K' },
  { format: 'picture', label: 'Picture', face: <WritingIcon name="picture" /> },
];

interface FormatToolbarProps {
  upload: ReturnType<typeof useUpload>;
  onFormat(format: Format): void;
}

/** Buttons that format the selection: one tab stop, with arrow keys between them. */
export function FormatToolbar({ upload, onFormat }: FormatToolbarProps) {
  const [current, setCurrent] = useState(0);
  const chooser = useRef<HTMLInputElement>(null);
  const isSending = upload.state.is === 'sending';
  const press = (format: Tool['format']) => {
    if (format !== 'picture') onFormat(format);
    // One picture at a time.
    else if (!isSending) chooser.current?.click();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + TOOLS.length) % TOOLS.length;
    setCurrent(index);
    event.currentTarget.querySelectorAll('button')[index]?.focus();
  };
  return (
    <div className={css.tools}>
      <div role="toolbar" aria-label="Format" className={css.formats} onKeyDown={onKeyDown}>
        {TOOLS.map(({ format, label, face, keys }, index) => (
          <button
            key={format}
            type="button"
            className="icon-btn bare"
            aria-label={label}
            aria-keyshortcuts={keys}
            tabIndex={index === current ? 0 : -1}
            aria-disabled={(format === 'picture' && isSending) || undefined}
            // Preserves the text's selection, and a phone's on-screen keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setCurrent(index)}
            onClick={() => press(format)}
          >
            {face}
          </button>
        ))}
      </div>
      <input
        ref={chooser}
        className="sr"
        type="file"
        tabIndex={-1}
        aria-label="Picture for the text"
        accept={UPLOAD_KINDS.image.accept}
        onChange={(event) => {
          void upload.start([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <span className={`meta ${css.keys}`}>
        <kbd>Ctrl</kbd> <kbd>S</kbd> saves
      </span>
    </div>
  );
}
