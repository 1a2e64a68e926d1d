import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { VideoLink } from '../video-link.ts';
import { ElementPlayback } from './element-playback.ts';
import { IDLE, type Playback, type Snapshot } from './playback.ts';
import { onPreferences, playerPreferences } from './preferences.ts';
import { VimeoPlayback } from './vimeo-playback.ts';
import { YouTubePlayback } from './youtube-playback.ts';

export type MediaElement = HTMLMediaElement | HTMLIFrameElement;

const NONE = { subscribe: () => () => {}, snapshot: () => IDLE };

/**
 * Connects with the medium in an element, applies the reader's preferences, and plays it whenever `starts`
 * grows. The first start begins at `takeStart`, in seconds.
 */
export function usePlayback(
  element: MediaElement | null,
  link: VideoLink,
  starts: number,
  takeStart: () => number,
): { playback: Playback | null; view: Snapshot } {
  const [playback, setPlayback] = useState<Playback | null>(null);
  const host = link.kind === 'embed' ? link.host : null;
  useLayoutEffect(() => {
    if (!element) return undefined;
    const connected = connect(element, host);
    setPlayback(connected);
    return () => {
      connected.release();
      setPlayback(null);
    };
  }, [element, host]);

  const { subscribe, snapshot } = playback ?? NONE;
  const shown = useSyncExternalStore(subscribe, snapshot, snapshot);
  // A video host's player loads with the first play. Until it answers, the controls show the preferences.
  const { muted, speed } = useSyncExternalStore(onPreferences, playerPreferences, playerPreferences);
  const view = useMemo(() => (shown.ready ? shown : { ...shown, muted, speed }), [shown, muted, speed]);
  useLayoutEffect(() => {
    if (!playback || !view.ready) return;
    const preferences = playerPreferences();
    if (preferences.muted) playback.setMuted(true);
    if (preferences.speed !== 1) playback.setSpeed(preferences.speed);
  }, [playback, view.ready]);
  const takeFirstStart = useEffectEvent(takeStart);
  useLayoutEffect(() => {
    if (starts === 0 || !playback || !view.ready) return;
    const seconds = takeFirstStart();
    if (seconds > 0) playback.seek(seconds);
  }, [playback, view.ready, starts]);
  // Runs within the press, because browsers play nothing without one. The address of a frame starts it.
  useLayoutEffect(() => {
    if (starts === 0 || !playback) return;
    // Loading it before the press may have failed.
    if (playback.snapshot().phase === 'failed') playback.retry();
    else playback.play();
  }, [playback, starts]);
  // Stops media of a page that the browser keeps in its back/forward cache.
  useEffect(() => {
    const onHide = () => playback?.pause();
    addEventListener('pagehide', onHide);
    return () => removeEventListener('pagehide', onHide);
  }, [playback]);
  return { playback, view };
}

function connect(element: MediaElement, host: 'youtube' | 'vimeo' | null): Playback {
  if (element instanceof HTMLMediaElement) return new ElementPlayback(element);
  return host === 'youtube' ? new YouTubePlayback(element) : new VimeoPlayback(element);
}
