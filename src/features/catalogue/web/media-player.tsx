import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import { isSpare, whenIdle } from '#platform/web/ahead.ts';
import { useSite } from '#platform/web/page.ts';
import { AudioPlayer } from './audio-player.tsx';
import { BrokenMedia } from './broken-media.tsx';
import { keepPreferences } from './player-preferences.ts';
import { isSiteAddress } from './site-address.ts';
import { startAddress, type VideoLink, videoLink } from './video-link.ts';

interface MediaPlayerProps {
  kind: 'video' | 'audio';
  url: string;
  captionsUrl: string | null;
  title: string;
  /** It is what the page is about: its first bytes are fetched before the press, and not only on the way to it. */
  awaited?: boolean;
  /** The press on the play button. */
  onStart?(): void;
}

/**
 * A play button over the cover that the caller shows; after its press the host's player, the browser's own, or the
 * sound stands in its place. Of the site's own media the beginning is fetched ahead, by the very player that will show
 * it; no other host is asked for anything before the press.
 */
export function MediaPlayer({ kind, url, captionsUrl, title, awaited = false, onStart }: MediaPlayerProps) {
  const { publicUrl } = useSite();
  const [started, setStarted] = useState(false);
  const [warm, setWarm] = useState(false);
  const own = isSiteAddress(url, publicUrl);
  useEffect(() => {
    if (awaited && own && isSpare()) return whenIdle(() => setWarm(true));
    return undefined;
  }, [awaited, own]);
  const link: VideoLink =
    kind === 'video' ? videoLink(url, new URL(publicUrl).origin) : { kind: 'file', src: url };
  if (link.kind === 'embed' && started) return <EmbeddedPlayer link={link} url={url} title={title} />;

  const Player = kind === 'audio' ? AudioPlayer : FilePlayer;
  const intent = own ? () => setWarm(true) : undefined;
  return (
    <>
      {started ? null : (
        <button
          type="button"
          className="play"
          aria-label={`Play ${title}`}
          onPointerEnter={intent}
          onFocus={intent}
          onTouchStart={intent}
          onClick={() => {
            setStarted(true);
            onStart?.();
          }}
        >
          <Icon name="play" />
        </button>
      )}
      {started || (warm && link.kind === 'file') ? (
        <Player url={link.src} captionsUrl={captionsUrl} title={title} started={started} />
      ) : null}
    </>
  );
}

interface EmbeddedPlayerProps {
  link: Extract<VideoLink, { kind: 'embed' }>;
  url: string;
  title: string;
}

function EmbeddedPlayer({ link, url, title }: EmbeddedPlayerProps) {
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

export interface FilePlayerProps {
  url: string;
  captionsUrl: string | null;
  title: string;
  /** Before, it only gets ready, unseen. */
  started: boolean;
}

function FilePlayer({ url, captionsUrl, title, started }: FilePlayerProps) {
  const [broken, setBroken] = useState(false);
  const player = useRef<HTMLVideoElement>(null);
  useLayoutEffect(() => {
    if (started && !broken && player.current) return startPlaying(player.current);
    return undefined;
  }, [started, broken]);
  if (broken && started) return <BrokenMedia what="video" onRetry={() => setBroken(false)} />;
  return (
    <div className="player" hidden={!started}>
      <video
        ref={player}
        src={url}
        controls
        playsInline
        preload="metadata"
        aria-label={title}
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
