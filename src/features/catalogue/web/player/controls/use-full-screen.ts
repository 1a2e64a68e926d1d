import { type RefObject, useEffect, useState } from 'react';

/** Safari on iPhones gives the whole screen to a film only, with the system's own controls. */
interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?(): void;
}

export interface FullScreen {
  possible: boolean;
  on: boolean;
  toggle(): void;
}

/** Shows the player with its controls on the whole screen. */
export function useFullScreen(
  root: RefObject<HTMLElement | null>,
  media: HTMLElement | null,
  allowed: boolean,
): FullScreen {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const onChange = () => setOn(root.current !== null && document.fullscreenElement === root.current);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [root]);
  useSystemCaptions(media);
  const video: AppleVideo | null = media instanceof HTMLVideoElement ? media : null;
  return {
    possible: allowed && (document.fullscreenEnabled || video?.webkitEnterFullscreen !== undefined),
    on,
    toggle() {
      // A refusal leaves everything as it is.
      if (on) document.exitFullscreen().catch(() => {});
      else if (document.fullscreenEnabled) root.current?.requestFullscreen().catch(() => {});
      else video?.webkitEnterFullscreen?.();
    },
  };
}

/** Turns the system's captions on while its player fills the screen: it cannot show the site's. */
function useSystemCaptions(media: HTMLElement | null): void {
  useEffect(() => {
    if (!(media instanceof HTMLVideoElement)) return undefined;
    const mode = (value: TextTrackMode) => () => {
      for (const track of media.textTracks) track.mode = value;
    };
    const [show, hide] = [mode('showing'), mode('disabled')];
    media.addEventListener('webkitbeginfullscreen', show);
    media.addEventListener('webkitendfullscreen', hide);
    return () => {
      media.removeEventListener('webkitbeginfullscreen', show);
      media.removeEventListener('webkitendfullscreen', hide);
    };
  }, [media]);
}
