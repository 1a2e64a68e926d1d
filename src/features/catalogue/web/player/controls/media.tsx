import { useMemo } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import type { CaptionTrack } from '../captions/caption-tracks.ts';
import { filmFor } from '../playback/film-size.ts';
import { isSteered, startAddress, type VideoLink } from '../video-link.ts';
import type { PlayerProps } from './player.tsx';
import * as css from './player-parts.module.css';
import type { MediaElement } from './use-playback.ts';

interface MediaProps extends PlayerProps {
  track: CaptionTrack | undefined;
  link: VideoLink;
  shown: boolean;
  elementRef(element: MediaElement | null): void;
}

/** Renders the medium. The site shows its captions, except where only the system's player can. */
export function Media(props: MediaProps) {
  const { kind, link, url, track, title, loads, starts, shown, root, elementRef } = props;
  // Chosen once, because another file would start from the beginning.
  const src = useMemo(
    () =>
      loads && link.kind === 'file' ? filmFor(link.src, sideOf(root.current), devicePixelRatio) : undefined,
    [loads, link, root],
  );
  if (link.kind === 'embed')
    return starts === 0 ? null : (
      <iframe
        ref={elementRef}
        className={classNames(css.media, !isSteered(link, url) && css.hostControls)}
        src={startAddress(link, url)}
        title={title}
        allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
        allowFullScreen={link.fullscreen}
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  if (kind === 'audio') return <audio ref={elementRef} src={src} preload="metadata" aria-label={title} />;
  return (
    <video
      ref={elementRef}
      className={classNames(css.media, !shown && css.unseen)}
      src={src}
      playsInline
      preload="metadata"
      aria-label={title}
    >
      {track ? <track kind="captions" src={track.url} srcLang={track.language} label="Captions" /> : null}
    </video>
  );
}

/** Returns an element's shorter side in CSS px; infinity while it has no size. */
function sideOf(element: HTMLElement | null): number {
  const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
  return Math.min(width, height) || Number.POSITIVE_INFINITY;
}
