import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useRecorder } from '#features/progress/web/remember/use-recorder.ts';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { useApi, useSite } from '#platform/web/page.ts';
import type { Droplet, ItemCaptions } from '../../../contract/schemas.ts';
import { useLesson } from '../../items/use-lesson.ts';
import { BrokenMedia } from '../broken-media.tsx';
import { useCaptions } from '../captions/use-captions.ts';
import type { PlayerView, TranscriptSlot } from '../media-player.tsx';
import { takeStart } from '../start-time.ts';
import { Transcript } from '../transcript/transcript.tsx';
import { isSteered, type VideoLink, videoLink } from '../video-link.ts';
import { Controls } from './controls.tsx';
import { HostLink } from './host-link.tsx';
import { Media } from './media.tsx';
import { actionsOf, keysOf } from './player-actions.ts';
import * as css from './player-parts.module.css';
import { Surface } from './surface.tsx';
import { useDrag } from './use-drag.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useMediaSession } from './use-media-session.ts';
import { type MediaElement, usePlayback } from './use-playback.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useQuiet } from './use-quiet.ts';

export interface PlayerProps {
  kind: 'video' | 'audio';
  /** The address as the owner gave it. */
  url: string;
  captions: ItemCaptions;
  title: string;
  inFrame: boolean;
  transcript: TranscriptSlot | undefined;
  /** The droplet of the medium, for which progress is recorded. */
  lesson: Pick<Droplet, 'id' | 'waveId'> | undefined;
  /** The file may be requested. */
  loads: boolean;
  /** Number of presses so far that start the medium. */
  starts: number;
  /** Something covers the player, and its controls are hidden. */
  covered: boolean;
  /** Element around the player's parts. */
  root: RefObject<HTMLDivElement | null>;
  onStart(): void;
  onView(view: PlayerView): void;
}

/** Renders the parts of the player that its first view does not need: medium, captions, controls and line. */
export function Player(props: PlayerProps) {
  const { kind, url, inFrame, transcript, lesson, starts, covered, root, onStart, onView } = props;
  const noun = kind === 'audio' ? 'recording' : 'video';
  const api = useApi();
  const { publicUrl } = useSite();
  const link = useMemo<VideoLink>(
    () => (kind === 'video' ? videoLink(url, new URL(publicUrl).origin) : { kind: 'file', src: url }),
    [kind, url, publicUrl],
  );
  const [element, setElement] = useState<MediaElement | null>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  const [reads, setReads] = useState(false);
  const toggleButton = useRef<HTMLButtonElement>(null);
  const { playback, view } = usePlayback(element, link, starts, () => takeStart(url));
  const { phase, time, ready, waiting } = view;
  const dragging = useDrag(playback);
  const { dragged } = dragging;
  const captions = useCaptions({
    api,
    of: props.captions,
    started: starts > 0 || reads,
    playback,
    view,
    time: dragged ?? time,
  });
  const actions = actionsOf(playback, view, api, onStart);

  const steered = link.kind === 'file' || isSteered(link, url);
  // The site controls a video host's player once it has answered; until then it handles presses itself.
  const controls =
    steered && (starts === 0 ? inFrame : ready) && (phase !== 'failed' || starts === 0) && !covered;
  const fades = phase === 'playing' && kind === 'video' && controls && !menuOpen && dragged === null;
  const { quiet, show } = useQuiet(root, fades);
  const mayFill = link.kind === 'file' || link.fullscreen;
  const fullScreen = useFullScreen(root, element, mayFill, captions.on === true);
  const slot = captions.track ? transcript?.slot : null;
  const onTranscript = slot ? () => setReads(!reads) : undefined;
  const toggleFullScreen = kind === 'video' && fullScreen.possible ? fullScreen.toggle : undefined;
  const toggles = { captions: captions.toggle, fullScreen: toggleFullScreen, transcript: onTranscript };
  const save = () => pressSave(root.current);
  usePlayerKeys(root, inFrame, keysOf(actions, time, { ...toggles, save }));
  useMediaSession(link, props.title, root, view, actions);
  useRecorder(useLesson(lesson), view);
  const report = useEffectEvent(onView);
  useLayoutEffect(() => report({ phase, quiet, covered: menuOpen }), [phase, quiet, menuOpen]);
  useLayoutEffect(() => {
    // The pressed play button is gone, so the focus moves on.
    if (starts > 0) (toggleButton.current ?? root.current)?.focus({ preventScroll: true });
  }, [starts, root]);

  return (
    <>
      <Media {...props} track={captions.track} link={link} shown={phase !== 'idle'} elementRef={setElement} />
      {controls && phase !== 'idle' ? (
        <Surface quiet={quiet} starts={starts} onShow={show} onToggle={actions.toggle} />
      ) : null}
      {waiting || (starts > 0 && steered && !ready && phase !== 'failed') ? (
        <div className={css.waiting}>
          <Spinner />
        </div>
      ) : null}
      <p className={css.caption} lang={captions.track?.language} dir="auto">
        {captions.text === '' ? null : <span>{captions.text}</span>}
      </p>
      {controls ? (
        <Controls
          {...{ kind, element, view, dragging, captions, fullScreen, actions, toggleButton, onTranscript }}
          menuOpen={menuOpen}
          onMenu={setMenuOpen}
        />
      ) : null}
      {phase === 'failed' && starts > 0 ? (
        <BrokenMedia noun={noun} inFrame={inFrame} onRetry={() => playback?.retry()}>
          {link.kind === 'embed' ? <HostLink link={link} /> : null}
        </BrokenMedia>
      ) : null}
      {reads && slot
        ? createPortal(
            <Transcript
              {...{ ...captions, ...transcript, time, kind }}
              lang={captions.track?.language}
              onSeek={actions.seek}
            />,
            slot,
          )
        : null}
    </>
  );
}

/** Presses Save beside the frame. */
function pressSave(root: HTMLElement | null): void {
  root?.closest('dialog, main')?.querySelector<HTMLElement>('[data-part=save]')?.click();
}
