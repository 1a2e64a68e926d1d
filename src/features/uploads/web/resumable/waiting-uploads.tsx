import type { Resumable } from '../../contract/resumable-endpoints.ts';
import { percentOf } from './sizes.ts';
import * as css from './waiting-uploads.module.css';

interface WaitingUploadsProps {
  waiting: readonly Resumable[];
  onDiscard(token: string): void;
}

/** Lists uploads that wait for their file, which a browser forgets when the page is closed. */
export function WaitingUploads({ waiting, onDiscard }: WaitingUploadsProps) {
  if (waiting.length === 0) return null;
  return (
    <ul className={css.waiting} data-part="waiting" aria-label="Unfinished uploads">
      {waiting.map(({ token, name, received, bytes }) => (
        <li key={token}>
          <p className="hint">
            <b>{name}</b> is uploaded to {percentOf(received, bytes)} percent. Choose the same file again to
            go on: browsers do not keep it. What is there stays for a day.
          </p>
          <button className="btn quiet sm" type="button" onClick={() => onDiscard(token)}>
            Discard<span className="sr"> {name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
