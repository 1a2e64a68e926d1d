import { useId, useRef, useState } from 'react';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import { clockTime } from '#features/catalogue/web/player/controls/time-text.ts';
import { UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import type { UploadState } from '#features/uploads/web/use-upload.ts';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { MomentChoice } from './moment-choice.tsx';
import * as css from './poster.module.css';
import { usePoster } from './use-poster.ts';

interface PosterFieldProps {
  kind: ItemType;
  /** The film's address, as typed. */
  address: string;
  onChosen(url: string): void;
}

const PROBLEMS = {
  slow: 'The film comes too slowly over this connection.',
  unreadable: 'This browser cannot read the film. Try again, or upload an image instead.',
};

const isOwnFilm = (address: string) => address.startsWith(UPLOADS_PREFIX) && /\.(mp4|webm)$/.test(address);

/** Offers pictures of an uploaded film for the item. The film loads only on request. */
export function PosterField({ kind, onChosen, ...props }: PosterFieldProps) {
  const address = props.address.trim();
  const [isOpen, setOpen] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const toggle = useRef<HTMLButtonElement>(null);
  const id = useId();
  if (!isOwnFilm(address)) return null;
  return (
    <div className={css.poster} data-part="poster">
      <button
        ref={toggle}
        type="button"
        className="btn line sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Choose a picture from the film
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <OfferedMoments
            key={`${address} ${attempt}`}
            {...{ kind, address, onChosen }}
            onRetry={() => {
              setAttempt(attempt + 1);
              // The pressed button disappears.
              toggle.current?.focus();
            }}
          />
        ) : null}
      </div>
    </div>
  );
}

function OfferedMoments({ kind, address, onChosen, onRetry }: PosterFieldProps & { onRetry(): void }) {
  const name = useId();
  const { duration, moments, problem, chosen, choose, upload } = usePoster(address, onChosen);
  const [isSeeking, setSeeking] = useState(false);
  if (problem !== null)
    return (
      <div className="row">
        <ErrorNote role="alert">{PROBLEMS[problem]}</ErrorNote>
        <button type="button" className="btn line sm" onClick={onRetry}>
          Try again<span className="sr"> to read the film</span>
        </button>
      </div>
    );
  if (duration === 0)
    return (
      <p className="hint" role="status">
        Reading the film...
      </p>
    );
  return (
    <>
      <fieldset className={css.offered} aria-busy={moments.some(({ picture }) => picture === null)}>
        <legend>Choose the picture that stands for it</legend>
        {moments.map(({ seconds, picture }) => (
          <label key={seconds} className={kind === 'droplet' ? `${css.frame} ${css.tall}` : css.frame}>
            <input
              type="radio"
              name={name}
              aria-label={`Frame at ${clockTime(seconds)}`}
              checked={chosen === seconds}
              onChange={() => void choose(seconds)}
            />
            {picture === null ? <span className={css.waiting} /> : <img src={picture} alt="" />}
            <span>{clockTime(seconds)}</span>
          </label>
        ))}
      </fieldset>
      <Saving upload={upload} at={chosen} />
      {isSeeking ? (
        <MomentChoice
          {...{ address, duration }}
          from={chosen ?? 0}
          onChosen={(seconds) => void choose(seconds)}
        />
      ) : (
        <button type="button" className="btn line sm" onClick={() => setSeeking(true)}>
          Choose another moment
        </button>
      )}
    </>
  );
}

function Saving({ upload, at }: { upload: UploadState; at: number | null }) {
  if (upload.is === 'failed') return <ErrorNote role="alert">{upload.message}</ErrorNote>;
  const isLost = upload.is === 'sending' && upload.phase === 'lost';
  return (
    <p className="hint" role="status">
      {upload.is === 'sending' && !isLost ? 'Saving the picture...' : null}
      {isLost ? 'The connection was lost. Saving goes on by itself.' : null}
      {upload.is === 'done' && at !== null ? `The picture at ${clockTime(at)} is chosen.` : null}
    </p>
  );
}
