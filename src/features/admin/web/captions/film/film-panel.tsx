import { type ComponentProps, useState } from 'react';
import { videoLink } from '#features/catalogue/web/player/video-link.ts';
import { Icon } from '#platform/design/icon.tsx';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { useSite } from '#platform/web/page.ts';
import type { Item } from '../../content/content-kinds.ts';
import { type Line, shownAt } from '../lines/caption-lines.ts';
import { tenths } from '../lines/time-field.ts';
import * as css from './film-panel.module.css';
import { type Film, type FilmElement, toggleFilm, useFilmTime } from './film-time.ts';

interface FilmPanelProps {
  item: Item;
  film: Film;
  lines: readonly Line[];
  /** Whether a caption is open, whose times can be set. */
  hasOpen: boolean;
  /** Whether presses set the times of lines while the film plays. */
  isTapping: boolean;
  elementRef(element: FilmElement | null): void;
  onStartHere(): void;
  onEndHere(): void;
  onNudge(seconds: number): void;
  onTap(): void;
}

/** Seconds per nudge. */
export const NUDGE = 0.1;

/** The film with its captions, and the buttons that set times from it. */
export function FilmPanel(props: FilmPanelProps) {
  const { item, film, lines, elementRef } = props;
  const { publicUrl } = useSite();
  const [isBroken, setBroken] = useState(false);
  const address = item.mediaUrl ?? '';
  const isSound = item.mediaType === 'audio';
  const host = isSound ? null : videoLink(address, new URL(publicUrl).origin);
  const media = {
    ref: elementRef,
    src: address,
    preload: 'metadata',
    'aria-label': item.title,
    onError: () => setBroken(true),
    onLoadedMetadata: () => setBroken(false),
  } as const;
  if (host?.kind === 'embed')
    return (
      <section className={css.film} aria-label="Film">
        <p className="hint">
          This film plays on {host.host === 'youtube' ? 'YouTube' : 'Vimeo'}, not on this page.{' '}
          <a href={address} target="_blank" rel="noopener">
            Open it
            <span className="sr"> (in a new tab)</span>
          </a>{' '}
          beside this page, and type the times.
        </p>
      </section>
    );
  return (
    <section className={css.film} aria-label={isSound ? 'Recording' : 'Film'}>
      <div className={isSound ? `${css.frame} ${css.sound}` : css.frame}>
        {isSound ? <audio {...media} /> : <video {...media} playsInline />}
        <Shown film={film} lines={lines} />
      </div>
      {isBroken ? (
        <ErrorNote role="alert">
          The {isSound ? 'recording' : 'film'} cannot be played. Times can be typed.
        </ErrorNote>
      ) : null}
      <FilmButtons {...props} />
    </section>
  );
}

/** Buttons that play the film, and set the open caption's times from it. */
function FilmButtons(props: FilmPanelProps) {
  const { film, isTapping } = props;
  const needsOpen = { 'aria-disabled': !props.hasOpen || undefined };
  return (
    <div className={css.buttons}>
      <button className="btn" type="button" onClick={() => toggleFilm(film.element)}>
        {film.isPlaying ? null : <Icon name="play" />}
        {film.isPlaying ? 'Pause' : 'Play'}
      </button>
      <Clock film={film} />
      {isTapping ? (
        <KeyButton className={`btn ${css.wide}`} keyName="Space" onClick={props.onTap}>
          Next caption starts
        </KeyButton>
      ) : null}
      <KeyButton className="btn line" keyName="I" {...needsOpen} onClick={props.onStartHere}>
        Start here
      </KeyButton>
      <KeyButton className="btn line" keyName="O" {...needsOpen} onClick={props.onEndHere}>
        End here
      </KeyButton>
      <button className="btn line" type="button" {...needsOpen} onClick={() => props.onNudge(-NUDGE)}>
        −0.1 s<span className="sr"> earlier</span>
      </button>
      <button className="btn line" type="button" {...needsOpen} onClick={() => props.onNudge(NUDGE)}>
        +0.1 s<span className="sr"> later</span>
      </button>
    </div>
  );
}

function Shown({ film, lines }: { film: Film; lines: readonly Line[] }) {
  const text = shownAt(lines, useFilmTime(film));
  return <p className={css.shown}>{text === '' ? null : <span dir="auto">{text}</span>}</p>;
}

function Clock({ film }: { film: Film }) {
  const time = tenths(useFilmTime(film));
  return (
    <span className={css.clock}>{film.duration > 0 ? `${time} of ${tenths(film.duration)}` : time}</span>
  );
}

/** A button that shows its key. */
function KeyButton({ keyName, children, ...button }: ComponentProps<'button'> & { keyName: string }) {
  return (
    <button type="button" aria-keyshortcuts={keyName} {...button}>
      {children}{' '}
      <span className={css.keyName} aria-hidden="true">
        {keyName}
      </span>
    </button>
  );
}
