import { ControlRow } from './control-row.tsx';
import { SeekLine } from './seek-line.tsx';
import type { PlayerModel } from './use-player.ts';

interface ControlsProps {
  kind: 'video' | 'audio';
  player: PlayerModel;
}

/** Shows the row of buttons with its menu, and the seek line. */
export function Controls({ kind, player }: ControlsProps) {
  const { captions, fullScreen, actions, menuOpen, setMenuOpen, toggleButton } = player;
  const { phase, time, duration, muted, speed } = player.view;
  const { dragged, drag, drop } = player.dragging;
  const more = {
    open: menuOpen,
    speed,
    onSpeed: actions.setSpeed,
    onOpen: () => setMenuOpen(true),
    onClose: () => setMenuOpen(false),
    tracks: captions.tracks,
    language: captions.track?.language,
    onLanguage: captions.choose,
    onTranscript: player.onTranscript,
    onPictureInPicture: pictureInPictureOf(player.element),
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
