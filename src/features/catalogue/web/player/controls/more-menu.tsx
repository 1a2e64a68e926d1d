import { useEffect, useId, useRef } from 'react';
import { SPEEDS } from '../../../contract/calls.ts';
import * as css from './more-menu.module.css';
import { PlayerIcon } from './player-icon.tsx';

export interface MoreMenuProps {
  open: boolean;
  speed: number;
  /** Undefined: there is no transcript. */
  onTranscript?: (() => void) | undefined;
  /** Undefined: the browser cannot do it. */
  onPictureInPicture?: (() => void) | undefined;
  onSpeed(speed: number): void;
  onOpen(): void;
  onClose(): void;
}

/** Shows the settings that are used less: speed, transcript, picture in picture. */
export function MoreMenu({ speed, onSpeed, onClose, onTranscript, onPictureInPicture }: MoreMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const name = useId();
  const closer = useRef(onClose);
  useEffect(() => {
    closer.current = onClose;
  });
  useEffect(() => {
    const element = menu.current;
    element?.querySelector<HTMLElement>('input:checked, button')?.focus({ preventScroll: true });
    const onPointerDown = ({ target }: Event) => {
      if (target instanceof Node && !element?.contains(target)) closer.current();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Not the viewer below.
      event.preventDefault();
      event.stopPropagation();
      closer.current();
    };
    addEventListener('pointerdown', onPointerDown, true);
    addEventListener('keydown', onKeyDown, true);
    return () => {
      removeEventListener('pointerdown', onPointerDown, true);
      removeEventListener('keydown', onKeyDown, true);
    };
  }, []);
  const item = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <div ref={menu} className={css.menu} role="dialog" aria-label="More">
      <fieldset className={css.speeds}>
        <legend>Speed</legend>
        {SPEEDS.map((value) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === speed} onChange={() => onSpeed(value)} />
            <span>{value}</span>
          </label>
        ))}
      </fieldset>
      {(onTranscript ?? onPictureInPicture) ? <hr /> : null}
      {onTranscript ? (
        <button type="button" className={css.item} onClick={item(onTranscript)}>
          <PlayerIcon name="transcript" />
          Transcript
        </button>
      ) : null}
      {onPictureInPicture ? (
        <button type="button" className={css.item} onClick={item(onPictureInPicture)}>
          <PlayerIcon name="pictureInPicture" />
          Picture in picture
        </button>
      ) : null}
    </div>
  );
}
