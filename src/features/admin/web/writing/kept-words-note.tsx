import { useEffect, useState } from 'react';
import { localDate } from '#platform/web/local-date.tsx';
import type { KeptWords } from './kept-words.ts';
import { WritingIcon } from './writing-icon.tsx';
import * as css from './writing-page.module.css';

const DAY = 24 * 60 * 60_000;

interface KeptWordsNoteProps {
  offer: KeptWords & { places: number };
  /** The words are of an older text: another one was saved since. */
  isStale: boolean;
  onBringBack(): void;
  onLetGo(): void;
}

/** Offers words that a closed page left behind. */
export function KeptWordsNote({ offer, isStale, onBringBack, onLetGo }: KeptWordsNoteProps) {
  // Stays false while the words are of another day.
  const [isRecent, setIsRecent] = useState(false);
  useEffect(() => setIsRecent(Date.now() - offer.at < DAY / 2), [offer.at]);
  const when = localDate(new Date(offer.at).toISOString(), isRecent ? 'time' : 'instant');
  const places = offer.places === 1 ? '1 place' : `${offer.places} places`;
  return (
    <div className={css.note} role="status">
      <WritingIcon name="clock" />
      <span>
        <b>Words from {when} were kept</b> when this page closed without saving. They differ in {places}.
        {isStale ? ' Another text was saved since then.' : ''}
      </span>
      <div className={css.noteActions}>
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
