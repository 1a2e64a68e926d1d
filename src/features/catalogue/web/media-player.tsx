import { useState } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import { useSite } from '#platform/web/page.ts';
import { AudioPlayer } from './audio-player.tsx';
import { BrokenMedia } from './broken-media.tsx';
import { keepPreferences } from './player-preferences.ts';
import { startAddress, videoLink } from './video-link.ts';

interface MediaPlayerProps {
  kind: 'video' | 'audio';
  url: string;
  captionsUrl: string | null;
  title: string;
  /** The press on the play button. */
  onStart?(): void;
}

/**
 * A play button over the cover that the caller shows. Nothing is asked of any host before the press; then the
 * host's player, the browser's own, or the sound stands in its place.
 */
export function MediaPlayer({ kind, url, captionsUrl, title, onStart }: MediaPlayerProps) {
  const [started, setStarted] = useState(false);
  if (!started) {
    const start = () => {
      setStarted(true);
      onStart?.();
    };
    return (
      <button type="button" className="play" aria-label={`Play ${title}`} onClick={start}>
        <Icon name="play" />
      </button>
    );
  }
  if (kind === 'audio') return <AudioPlayer url={url} captionsUrl={captionsUrl} title={title} />;
  return <VideoPlayer url={url} captionsUrl={captionsUrl} title={title} />;
}

function VideoPlayer({ url, captionsUrl, title }: Pick<MediaPlayerProps, 'url' | 'captionsUrl' | 'title'>) {
  const { publicUrl } = useSite();
  const link = videoLink(url, new URL(publicUrl).origin);
  if (link.kind === 'file') return <FilePlayer url={link.src} captionsUrl={captionsUrl} title={title} />;
  return (
    <div className="player" tabIndex={-1} ref={takeFocus}>
      <iframe
        src={startAddress(link, url)}
        title={title}
        allow="autoplay; encrypted-media; picture-in-picture"
        allowFullScreen={link.fullscreen}
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </div>
  );
}

function FilePlayer({ url, captionsUrl, title }: Pick<MediaPlayerProps, 'url' | 'captionsUrl' | 'title'>) {
  const [broken, setBroken] = useState(false);
  if (broken) return <BrokenMedia what="video" onRetry={() => setBroken(false)} />;
  return (
    <div className="player">
      <video
        src={url}
        controls
        playsInline
        preload="metadata"
        aria-label={title}
        ref={startPlaying}
        onError={() => setBroken(true)}
      >
        {captionsUrl === null ? null : <track kind="captions" src={captionsUrl} label="Captions" />}
      </video>
    </div>
  );
}

/** The play button that had the focus is gone: what it started takes over. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/** The press was the wish to play; a browser that refuses leaves its controls to press. */
function startPlaying(player: HTMLVideoElement): () => void {
  const letGo = keepPreferences(player);
  takeFocus(player);
  player.play().catch(() => {});
  return letGo;
}
