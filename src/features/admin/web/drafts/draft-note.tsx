import type { ReactNode } from 'react';
import { DAY } from '#platform/text/time-units.ts';
import { localDate } from '#platform/web/local-date.tsx';
import { WritingIcon } from '../writing/writing-icon.tsx';
import * as css from './draft-note.module.css';

interface DraftNoteProps {
  /** Epoch milliseconds. */
  at: number;
  /** The differences in words: 'They differ in 2 places.' */
  children: ReactNode;
  onBringBack(): void;
  onLetGo(): void;
}

/** Offers the draft of a closed page. */
export function DraftNote({ at, children, onBringBack, onLetGo }: DraftNoteProps) {
  const isRecent = Date.now() - at < DAY / 2;
  const when = localDate(new Date(at).toISOString(), isRecent ? 'time' : 'instant');
  return (
    <div className={css.note} role="status" data-part="draft">
      <WritingIcon name="clock" />
      <span>
        <b>Words from {when} were kept</b> when this page closed without saving. {children}
      </span>
      <div className={css.actions}>
        <button type="button" className="btn line sm" onClick={onBringBack}>
          Bring back
        </button>
        <button type="button" className="btn quiet sm" onClick={onLetGo}>
          Let go
        </button>
      </div>
    </div>
  );
}
