import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useRecorder } from '#features/progress/web/remember/use-recorder.ts';
import { useApi, useSite } from '#platform/web/page.ts';
import type { Droplet, ItemCaptions } from '../../../contract/schemas.ts';
import { useLesson } from '../../items/use-lesson.ts';
import { useCaptions } from '../captions/use-captions.ts';
import { actionsOf, keysOf } from '../input/player-actions.ts';
import { useDrag } from '../input/use-drag.ts';
import { useMediaSession } from '../input/use-media-session.ts';
import { usePlayerKeys } from '../input/use-player-keys.ts';
import { useQuiet } from '../input/use-quiet.ts';
import type { PlayerView, TranscriptSlot } from '../media-player.tsx';
import { type MediaElement, usePlayback } from '../playback/use-playback.ts';
import { takeStart } from '../start-time.ts';
import { isSteered, type VideoLink, videoLink } from '../video-link.ts';
import { shownParts } from './shown-parts.ts';
import { useFullScreen } from './use-full-screen.ts';

export interface PlayerProps {
  kind: 'video' | 'audio';
  /** The address as the owner gave it. */
  url: string;
  captions: ItemCaptions;
  title: string;
  inFrame: boolean;
  transcript?: TranscriptSlot;
  /** The droplet of the medium, for which progress is recorded. */
  lesson?: Pick<Droplet, 'id' | 'waveId'>;
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

/** The player's state and actions, for the parts that show them. */
export type PlayerModel = ReturnType<typeof usePlayer>;

/**
 * Connects a medium (`playback/`) with captions, with the reader's input (`input/`), and with the lesson that
 * it belongs to. `Player` shows the result.
 */
export function usePlayer(props: PlayerProps) {
  const { kind, url, inFrame, starts, covered, root, onStart } = props;
  const api = useApi();
  const link = useLink(kind, url);
  const [element, setElement] = useState<MediaElement | null>(null);
  const { playback, view } = usePlayback(element, link, starts, () => takeStart(url));
  const { time } = view;

  const [menuOpen, setMenuOpen] = useState(false);
  const [reads, setReads] = useState(false);
  const dragging = useDrag(playback);
  const { dragged } = dragging;
  const started = starts > 0;
  const captions = useCaptions({
    api,
    of: props.captions,
    started: started || reads,
    playback,
    view,
    time: dragged ?? time,
  });
  const slot = captions.track ? props.transcript?.slot : null;
  const isFile = link.kind === 'file';
  const fullScreen = useFullScreen(root, element, isFile || link.fullscreen, captions.on === true);

  const parts = shownParts({
    ...view,
    ...{ kind, started, inFrame, covered },
    steered: isFile || isSteered(link, url),
    held: menuOpen || dragged !== null,
  });
  const { quiet, show } = useQuiet(root, parts.fades);
  const actions = actionsOf(playback, view, api, onStart);
  const onTranscript = slot ? () => setReads(!reads) : undefined;
  const keys = keysOf(actions, time, {
    captions: captions.toggle,
    fullScreen: kind === 'video' && fullScreen.possible ? fullScreen.toggle : undefined,
    transcript: onTranscript,
    save: () => pressSave(root.current),
  });
  usePlayerKeys(root, inFrame, keys);
  useMediaSession(link, props.title, root, view, actions);

  useRecorder(useLesson(props.lesson), view);
  useReport(props, { phase: view.phase, quiet, menuOpen });
  const toggleButton = useFocusOnStart(starts, root);
  return {
    ...{ link, element, setElement, view, parts, quiet, show },
    ...{ actions, dragging, captions, fullScreen, menuOpen, setMenuOpen, onTranscript, toggleButton },
    retry: () => playback?.retry(),
    /** Element for the open transcript. */
    transcriptSlot: reads ? slot : null,
  };
}

/** Returns what plays at an address: a file, or a video host's player. */
function useLink(kind: PlayerProps['kind'], url: string): VideoLink {
  const { publicUrl } = useSite();
  return useMemo<VideoLink>(
    () => (kind === 'video' ? videoLink(url, new URL(publicUrl).origin) : { kind: 'file', src: url }),
    [kind, url, publicUrl],
  );
}

/** Reports to the lesson around the player what the player shows. */
function useReport({ onView }: PlayerProps, { phase, quiet, menuOpen }: PlayerView): void {
  const report = useEffectEvent(onView);
  useLayoutEffect(() => report({ phase, quiet, menuOpen }), [phase, quiet, menuOpen]);
}

/** Moves the focus to the returned button at each start, because the pressed play button is gone. */
function useFocusOnStart(starts: number, root: PlayerProps['root']): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (starts > 0) (button.current ?? root.current)?.focus({ preventScroll: true });
  }, [starts, root]);
  return button;
}

/** Presses Save beside the frame. */
function pressSave(root: HTMLElement | null): void {
  root?.closest('dialog, main')?.querySelector<HTMLElement>('[data-part=save]')?.click();
}
