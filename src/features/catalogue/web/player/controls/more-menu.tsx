import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { languageName } from '#platform/text/languages.ts';
import { SPEEDS } from '../../../contract/calls.ts';
import type { CaptionTrack } from '../captions/caption-tracks.ts';
import * as css from './more-menu.module.css';
import { PlayerIcon } from './player-icon.tsx';

export interface MoreMenuProps {
  open: boolean;
  speed: number;
  /** Languages of the captions. */
  tracks: readonly CaptionTrack[];
  language: string | undefined;
  /** Undefined: there is no transcript. */
  onTranscript?: (() => void) | undefined;
  /** Undefined: the browser does not support it. */
  onPictureInPicture?: (() => void) | undefined;
  onSpeed(speed: number): void;
  onLanguage(language: string): void;
  onOpen(): void;
  onClose(): void;
}

/** Shows the rarely used settings: speed, language of captions, transcript, picture in picture. */
export function MoreMenu(props: MoreMenuProps) {
  const { speed, tracks, language, onSpeed, onLanguage, onClose, onTranscript, onPictureInPicture } = props;
  const menu = useRef<HTMLDivElement>(null);
  const name = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = menu.current;
    element?.querySelector<HTMLElement>('input:checked, button')?.focus({ preventScroll: true });
    const onPress = (event: Event) => {
      const { target, type } = event;
      if (!(target instanceof Element) || element?.contains(target)) return;
      // A press on the picture closes the menu at its end, so that it does not pause the film, too.
      if (target.matches('[data-part=player-surface]') !== (type === 'click')) return;
      if (type === 'click') event.stopPropagation();
      close();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Prevents the key from closing the viewer below.
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    for (const type of ['pointerdown', 'click']) addEventListener(type, onPress, true);
    addEventListener('keydown', onKeyDown, true);
    return () => {
      for (const type of ['pointerdown', 'click']) removeEventListener(type, onPress, true);
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
      {tracks.length > 1 ? (
        <label className={css.language}>
          Captions in
          <select value={language} onChange={({ target }) => onLanguage(target.value)}>
            {tracks.map((track) => (
              <option key={track.language} value={track.language} lang={track.language}>
                {languageName(track.language)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
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
