import { type RefObject, useEffect, useState } from 'react';

/** Safari on iPhones shows only films on the full screen, with the system's own controls. */
interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?(): void;
}

export interface FullScreen {
  possible: boolean;
  on: boolean;
  toggle(): void;
}

/** Shows the player with its controls on the full screen. `captions`: the reader has turned them on. */
export function useFullScreen(
  root: RefObject<HTMLElement | null>,
  media: HTMLElement | null,
  allowed: boolean,
  captions: boolean,
): FullScreen {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const onChange = () => setOn(root.current !== null && document.fullscreenElement === root.current);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [root]);
  useEffect(
    () => (media instanceof HTMLVideoElement ? lendCaptions(media, captions) : undefined),
    [media, captions],
  );
  const video: AppleVideo | null = media instanceof HTMLVideoElement ? media : null;
  return {
    possible: allowed && (document.fullscreenEnabled || video?.webkitEnterFullscreen !== undefined),
    on,
    toggle() {
      // After a refusal, the player stays as it is.
      if (on) document.exitFullscreen().catch(() => {});
      else if (document.fullscreenEnabled) root.current?.requestFullscreen().catch(() => {});
      else video?.webkitEnterFullscreen?.();
    },
  };
}

/** The used part of a film. */
type Captioned = Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
  readonly textTracks: Iterable<Pick<TextTrack, 'mode'>>;
};

/**
 * Shows the captions in the system's player while it fills the screen, because it cannot show the site's.
 * Does so only while they are `on`. Returns a function that ends this.
 */
export function lendCaptions(film: Captioned, on: boolean): () => void {
  const mode = (value: TextTrackMode) => () => {
    for (const track of film.textTracks) track.mode = value;
  };
  const [begin, end] = [mode(on ? 'showing' : 'disabled'), mode('disabled')];
  film.addEventListener('webkitbeginfullscreen', begin);
  film.addEventListener('webkitendfullscreen', end);
  return () => {
    film.removeEventListener('webkitbeginfullscreen', begin);
    film.removeEventListener('webkitendfullscreen', end);
  };
}
