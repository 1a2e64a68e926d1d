import { type Ref, type RefObject, useEffect, useRef } from 'react';
import type { Snapshot } from '../playback/playback.ts';
import * as css from './control-row.module.css';
import { MoreMenu, type MoreMenuProps } from './more-menu.tsx';
import { PlayerIcon, type PlayerIconName } from './player-icon.tsx';
import { clockTime } from './time-text.ts';
import type { FullScreen } from './use-full-screen.ts';

interface ControlRowProps {
  phase: Snapshot['phase'];
  /** Seconds. */
  time: number;
  duration: number;
  muted: boolean;
  /** Null: the medium has no captions. */
  captions: boolean | null;
  /** Null: a sound has no picture. */
  fullScreen: FullScreen | null;
  /** Faded while the reader drags the line. */
  faded: boolean;
  more: MoreMenuProps;
  toggleButton: RefObject<HTMLButtonElement | null>;
  onToggle(): void;
  onMute(): void;
  onCaptions(): void;
}

const TOGGLES = {
  playing: ['Pause', 'pause'],
  ended: ['Again', 'again'],
} as const;

/** Shows the buttons of the player, and the time. */
export function ControlRow(props: ControlRowProps) {
  const { phase, time, duration, muted, captions, fullScreen, faded, more } = props;
  const [name, icon] = phase === 'playing' || phase === 'ended' ? TOGGLES[phase] : ['Play', 'play' as const];
  const moreButton = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(more.open);
  useEffect(() => {
    // A transcript opened from the menu takes the focus itself.
    const taken = document.activeElement?.closest('[data-part=transcript]');
    if (wasOpen.current && !more.open && !taken) moreButton.current?.focus({ preventScroll: true });
    wasOpen.current = more.open;
  }, [more.open]);
  return (
    <>
      <div
        className={css.controls}
        data-part="player-controls"
        data-faded={faded ? '' : undefined}
        inert={more.open || faded}
      >
        <Control name={name} icon={icon} buttonRef={props.toggleButton} onClick={props.onToggle} />
        <span className={css.time}>
          {clockTime(time)}
          {duration > 0 ? <span> / {clockTime(duration)}</span> : null}
        </span>
        {captions === null ? null : (
          <Control name="Captions" icon="captions" pressed={captions} onClick={props.onCaptions} />
        )}
        <Control name={muted ? 'Unmute' : 'Mute'} icon={muted ? 'muted' : 'sound'} onClick={props.onMute} />
        <Control name="More" icon="more" expanded={more.open} buttonRef={moreButton} onClick={more.onOpen} />
        {fullScreen?.possible ? (
          <Control
            name={fullScreen.on ? 'Leave full screen' : 'Full screen'}
            icon={fullScreen.on ? 'shrink' : 'expand'}
            onClick={fullScreen.toggle}
          />
        ) : null}
      </div>
      {more.open ? <MoreMenu {...more} /> : null}
    </>
  );
}

interface ControlProps {
  name: string;
  icon: PlayerIconName;
  pressed?: boolean;
  expanded?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  onClick(): void;
}

function Control({ name, icon, pressed, expanded, buttonRef, onClick }: ControlProps) {
  return (
    <button
      ref={buttonRef}
      type="button"
      className={css.control}
      aria-label={name}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-haspopup={expanded === undefined ? undefined : 'dialog'}
      onClick={onClick}
    >
      <PlayerIcon name={icon} />
    </button>
  );
}
