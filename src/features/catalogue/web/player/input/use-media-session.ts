import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { Snapshot } from '../playback/playback.ts';
import type { VideoLink } from '../video-link.ts';
import type { Actions } from './player-actions.ts';
import { STEP } from './player-shortcuts.ts';

/**
 * Reports the playing medium to the system, so that its lock screen, headphones and keys show and control it.
 * Skips a video host's film, whose own page reports it. The cover in `root` is its picture.
 */
export function useMediaSession(
  link: VideoLink,
  title: string,
  root: RefObject<HTMLElement | null>,
  view: Snapshot,
  actions: Actions,
): void {
  const { phase, time, duration, speed } = view;
  // The system may repeat an action, or send it after its effect.
  const toggleFrom = useEffectEvent((from: Snapshot['phase']) => {
    if (phase === from) actions.toggle();
  });
  const seekBy = useEffectEvent((seconds: number) => actions.seek(time + seconds));
  const seekTo = useEffectEvent((seconds: number | undefined) => actions.seek(seconds ?? time));
  // The system advances the time itself; an update each second corrects it after a seek.
  const second = Math.floor(time);
  const begun = link.kind === 'file' && (phase === 'playing' || phase === 'paused');
  useEffect(() => {
    const session = sessionOf();
    if (!begun || !session) return undefined;
    const cover = root.current?.querySelector('img')?.currentSrc;
    session.metadata = new MediaMetadata({ title, ...(cover && { artwork: [{ src: cover }] }) });
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: () => toggleFrom('paused'),
      pause: () => toggleFrom('playing'),
      seekbackward: ({ seekOffset }) => seekBy(-(seekOffset ?? STEP)),
      seekforward: ({ seekOffset }) => seekBy(seekOffset ?? STEP),
      seekto: ({ seekTime }) => seekTo(seekTime),
    };
    for (const [action, handler] of Object.entries(handlers)) handle(session, action, handler);
    return () => {
      for (const action of Object.keys(handlers)) handle(session, action, null);
      session.metadata = null;
      session.playbackState = 'none';
    };
  }, [begun, title, root]);
  useEffect(() => {
    const session = sessionOf();
    if (!begun || !session) return;
    session.playbackState = phase === 'playing' ? 'playing' : 'paused';
    if (duration > 0)
      session.setPositionState?.({ duration, playbackRate: speed, position: Math.min(second, duration) });
  }, [begun, phase, duration, speed, second]);
}

const sessionOf = (): MediaSession | undefined =>
  'mediaSession' in navigator ? navigator.mediaSession : undefined;

/** Browsers throw for actions that they do not know. */
function handle(session: MediaSession, action: string, handler: MediaSessionActionHandler | null): void {
  try {
    session.setActionHandler(action as MediaSessionAction, handler);
  } catch {
    // The system works without the action.
  }
}
