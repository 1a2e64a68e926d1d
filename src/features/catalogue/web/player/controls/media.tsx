import { useMemo } from 'react';
import { classNames } from '#platform/design/class-names.ts';
import type { CaptionTrack } from '../captions/caption-tracks.ts';
import { filmFor } from '../playback/film-size.ts';
import type { Snapshot } from '../playback/playback.ts';
import type { MediaElement } from '../playback/use-playback.ts';
import { isSteered, startAddress, type VideoLink } from '../video-link.ts';
import * as css from './player-parts.module.css';
import type { PlayerProps } from './use-player.ts';

interface MediaProps extends PlayerProps {
  track: CaptionTrack | undefined;
  link: VideoLink;
  view: Snapshot;
  elementRef(element: MediaElement | null): void;
}

/** Renders the medium. The site shows its captions, except where only the system's player can. */
export function Media(props: MediaProps) {
  const { kind, link, url, track, title, loads, starts, view, root, elementRef } = props;
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
      className={classNames(css.media, view.phase === 'idle' && css.unseen)}
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
