import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { isSpare, whenIdle } from '#platform/web/ahead.ts';
import { useSite } from '#platform/web/page.ts';
import type { Droplet, ItemCaptions } from '../../contract/schemas.ts';
import { isSiteUrl } from '../items/site-url.ts';
import { BrokenMedia } from './broken-media.tsx';
import { PlayButton } from './play-button.tsx';
import { takePlayRequest } from './play-request.ts';
import type { Snapshot } from './playback/playback.ts';
import * as css from './player.module.css';
import { usePlayerCode } from './use-player-code.ts';

/** Events of the player. */
export interface PlayerView {
  phase: Snapshot['phase'];
  /** The controls have faded. */
  quiet: boolean;
  /** The menu covers the rows behind it. */
  menuOpen: boolean;
}

/** Renders the content over the last picture when a medium has ended. `cover` hides title and controls. */
export type MediaEnd = (again: () => void, cover: () => void) => ReactNode;

/** Element for the transcript, beside or below the frame. */
export interface TranscriptSlot {
  slot: HTMLElement | null;
  headingLevel: 2 | 3;
}

const IDLE_VIEW: PlayerView = { phase: 'idle', quiet: false, menuOpen: false };

interface MediaPlayerProps {
  kind: 'video' | 'audio';
  url: string;
  captions: ItemCaptions;
  title: string;
  /** Preloads a file of this site when the browser is idle, in addition to hover, focus and touch. */
  preload?: boolean;
  /**
   * In the droplet's frame: the rows, with the heading among them, show before it plays. The cover is part of
   * the player, so that it also fills the full screen.
   */
  frame?: {
    cover: ReactNode;
    heading: ReactNode;
    transcript?: TranscriptSlot;
    lesson?: Pick<Droplet, 'id' | 'waveId'>;
  };
  end?: MediaEnd;
  onView?(view: PlayerView): void;
}

/**
 * Shows a play button over the cover. Pressing it plays a video host's film in a frame, or a file,
 * under the site's own controls (`Player`, whose code loads later). A file of this site is preloaded;
 * another host gets no request before the press.
 */
export function MediaPlayer(props: MediaPlayerProps) {
  const { kind, url, title, preload = false, frame, end, onView } = props;
  const root = useRef<HTMLDivElement>(null);
  const [starts, setStarts] = useState(0);
  const [view, setView] = useState(IDLE_VIEW);
  const [covering, setCovering] = useState(false);
  const pressed = starts > 0;
  const inFrame = frame !== undefined;
  const { Player, coming, lost, load } = usePlayerCode(inFrame, pressed);
  const [loads, startPreload] = usePreload(url, preload, pressed);

  const start = () => {
    setCovering(false);
    setStarts((count) => count + 1);
    load();
  };
  usePlayRequest(url, start);
  const onIntent = () => {
    startPreload();
    load();
  };
  const { phase, quiet, menuOpen } = view;
  const covered = covering && phase === 'ended';
  return (
    <div
      ref={root}
      className={classNames(css.player, frame && css.inFrame)}
      data-part="player"
      data-in-frame={flag(frame)}
      data-phase={phase}
      data-quiet={flag(quiet)}
      data-covered={flag(covered)}
      tabIndex={-1}
    >
      {frame?.cover}
      {inFrame || pressed ? <div className={css.shade} /> : null}
      {phase === 'paused' || !pressed || coming ? (
        <PlayButton
          title={title}
          className={css.disc}
          busy={coming}
          takesKeys={inFrame && !Player}
          data-plain={flag(phase === 'paused')}
          inert={menuOpen}
          onPointerEnter={onIntent}
          onFocus={onIntent}
          onTouchStart={onIntent}
          onPress={start}
        />
      ) : null}
      {frame ? (
        <div className={css.name} inert={menuOpen || covered}>
          {frame.heading}
        </div>
      ) : null}
      {Player && (inFrame || loads) ? (
        <Player
          {...props}
          {...frame}
          {...{ inFrame, loads, starts, covered, root }}
          onStart={start}
          onView={(next) => {
            setView(next);
            onView?.(next);
          }}
        />
      ) : (
        <div className={frame && css.emptyLine} />
      )}
      {lost ? <BrokenMedia kind={kind} onRetry={load} /> : null}
      {phase === 'ended' ? end?.(start, () => setCovering(true)) : null}
    </div>
  );
}

/** The value of an attribute that is present or absent. */
const flag = (isPresent: unknown) => (isPresent ? '' : undefined);

/**
 * Returns whether the file may be requested, and a function that allows it before the press. With `ahead`,
 * idle time allows it. Another host's file is requested only after the press.
 */
function usePreload(url: string, ahead: boolean, pressed: boolean): [boolean, () => void] {
  const { publicUrl } = useSite();
  const local = isSiteUrl(url, publicUrl);
  const [preloading, setPreloading] = useState(false);
  useEffect(() => (ahead && isSpare() ? whenIdle(() => setPreloading(true)) : undefined), [ahead]);
  return [pressed || (local && preloading), () => setPreloading(true)];
}

/** Starts the medium when a press elsewhere has requested it. */
function usePlayRequest(url: string, start: () => void): void {
  const onRequest = useEffectEvent(start);
  useLayoutEffect(() => {
    if (takePlayRequest(url)) onRequest();
  }, [url]);
}
