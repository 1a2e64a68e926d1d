import type { RefObject } from 'react';
import type { Captions } from '../captions/use-captions.ts';
import type { Snapshot } from '../playback/playback.ts';
import { ControlRow } from './control-row.tsx';
import type { Actions } from './player-actions.ts';
import { SeekLine } from './seek-line.tsx';
import type { Drag } from './use-drag.ts';
import type { FullScreen } from './use-full-screen.ts';
import type { MediaElement } from './use-playback.ts';

interface ControlsProps {
  kind: 'video' | 'audio';
  element: MediaElement | null;
  view: Snapshot;
  dragging: Drag;
  captions: Captions;
  fullScreen: FullScreen;
  actions: Actions;
  menuOpen: boolean;
  toggleButton: RefObject<HTMLButtonElement | null>;
  onMenu(open: boolean): void;
  /** Undefined: there is no transcript. */
  onTranscript: (() => void) | undefined;
}

/** Shows the row of buttons with its menu, and the seek line. */
export function Controls(props: ControlsProps) {
  const { kind, element, view, dragging, captions, fullScreen, actions, menuOpen, toggleButton } = props;
  const { phase, time, duration, muted, speed } = view;
  const { dragged, drag, drop } = dragging;
  const more = {
    open: menuOpen,
    speed,
    onSpeed: actions.setSpeed,
    onOpen: () => props.onMenu(true),
    onClose: () => props.onMenu(false),
    tracks: captions.tracks,
    language: captions.track?.language,
    onLanguage: captions.choose,
    onTranscript: props.onTranscript,
    onPictureInPicture: pictureInPictureOf(element),
  };
  return (
    <>
      <ControlRow
        {...{ phase, time, duration, muted, more, toggleButton }}
        captions={captions.on}
        fullScreen={kind === 'audio' ? null : fullScreen}
        faded={dragged !== null}
        onToggle={actions.toggle}
        onMute={actions.mute}
        onCaptions={captions.toggle}
      />
      <SeekLine
        {...{ time, duration, dragged }}
        inert={menuOpen}
        onDrag={drag}
        onDrop={drop}
        onSeek={actions.seek}
      />
    </>
  );
}

/**
 * Returns a function that shows a film in a window of its own; undefined where the browser does not support
 * it.
 */
function pictureInPictureOf(media: Element | null): (() => void) | undefined {
  if (!(media instanceof HTMLVideoElement) || !document.pictureInPictureEnabled) return undefined;
  // After a refusal, the film stays in the page.
  return () => void media.requestPictureInPicture().catch(() => {});
}
