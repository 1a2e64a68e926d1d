import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import { isSpare, whenIdle } from '#platform/web/ahead.ts';
import { useSite } from '#platform/web/page.ts';
import type { Droplet, ItemCaptions } from '../../contract/schemas.ts';
import { isSiteUrl } from '../items/site-url.ts';
import { BrokenMedia } from './broken-media.tsx';
import { PlayButton } from './play-button.tsx';
import { endPlayRequest, isPlayRequested } from './play-request.ts';
import * as css from './player.module.css';
import { usePlayerCode } from './use-player-code.ts';

/** Events of the player. */
export interface PlayerView {
  phase: 'idle' | 'playing' | 'paused' | 'ended' | 'failed';
  /** The controls have faded. */
  quiet: boolean;
  /** A menu covers the rows behind it. */
  covered: boolean;
}

/** Renders the content over the last picture when a medium has ended. `cover` hides title and controls. */
export type MediaEnd = (again: () => void, cover: () => void) => ReactNode;

/** Element for the transcript, beside or below the frame. */
export interface TranscriptSlot {
  slot: HTMLElement | null;
  headingLevel: 2 | 3;
}

const IDLE_VIEW: PlayerView = { phase: 'idle', quiet: false, covered: false };

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
 * under the site's own controls. A file of this site is preloaded; another host gets no request before the
 * press.
 */
export function MediaPlayer(props: MediaPlayerProps) {
  const { kind, url, captions, title, preload = false, frame, end, onView } = props;
  const { publicUrl } = useSite();
  const root = useRef<HTMLDivElement>(null);
  const [starts, setStarts] = useState(0);
  const [view, setView] = useState(IDLE_VIEW);
  const [covering, setCovering] = useState(false);
  const code = usePlayerCode(frame !== undefined);
  const local = isSiteUrl(url, publicUrl);
  const [preloading, startPreload] = usePreload(preload && local);

  const start = () => {
    setCovering(false);
    setStarts((count) => count + 1);
    if (!code.module) code.load();
  };
  usePlayRequest(url, start);
  const onIntent = () => {
    if (local) startPreload();
    code.load();
  };
  const { phase, quiet } = view;
  const covered = covering && phase === 'ended';
  const Player = code.module?.Player;
  const coming = starts > 0 && !Player && !code.failed;
  return (
    <div
      ref={root}
      className={classNames(css.player, frame && css.inFrame)}
      data-part="player"
      data-in-frame={frame ? '' : undefined}
      data-phase={phase}
      data-quiet={quiet ? '' : undefined}
      data-covered={covered ? '' : undefined}
      tabIndex={-1}
    >
      {frame?.cover}
      {frame || starts > 0 ? <div className={css.shade} /> : null}
      {phase === 'paused' || starts === 0 || coming ? (
        <PlayButton
          title={title}
          className={css.disc}
          busy={coming}
          takesKeys={frame !== undefined && !Player}
          data-plain={phase === 'paused' ? '' : undefined}
          inert={view.covered}
          onPointerEnter={onIntent}
          onFocus={onIntent}
          onTouchStart={onIntent}
          onPress={start}
        />
      ) : null}
      {frame ? (
        <div className={css.name} inert={view.covered || covered}>
          {frame.heading}
        </div>
      ) : null}
      {Player && (frame || preloading || starts > 0) ? (
        <Player
          kind={kind}
          url={url}
          captions={captions}
          title={title}
          inFrame={frame !== undefined}
          transcript={frame?.transcript}
          lesson={frame?.lesson}
          loads={preloading || starts > 0}
          starts={starts}
          covered={covered}
          root={root}
          onStart={start}
          onView={(next) => {
            setView(next);
            onView?.(next);
          }}
        />
      ) : (
        <div className={frame && css.emptyLine} />
      )}
      {code.failed && starts > 0 ? (
        <BrokenMedia noun={kind === 'audio' ? 'recording' : 'video'} onRetry={code.load} />
      ) : null}
      {phase === 'ended' ? end?.(start, () => setCovering(true)) : null}
    </div>
  );
}

/** Returns whether the file preloads, and a function that starts it. With `ahead`, it starts in idle time. */
function usePreload(ahead: boolean): [boolean, () => void] {
  const [preloading, setPreloading] = useState(false);
  useEffect(() => {
    if (ahead && isSpare()) return whenIdle(() => setPreloading(true));
    return undefined;
  }, [ahead]);
  return [preloading, () => setPreloading(true)];
}

/** Starts the medium when a press elsewhere has requested it. */
function usePlayRequest(url: string, start: () => void): void {
  const onRequest = useEffectEvent(start);
  useLayoutEffect(() => {
    if (!isPlayRequested(url)) return;
    endPlayRequest();
    onRequest();
  }, [url]);
}
