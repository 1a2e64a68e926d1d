import { useEffect, useState } from 'react';

export type FilmElement = HTMLVideoElement | HTMLAudioElement;

/** State of a film without its time, which changes with every frame (see `useFilmTime`). */
export interface Film {
  element: FilmElement | null;
  isPlaying: boolean;
  /** Seconds; 0 until it is known. */
  duration: number;
}

const EVENTS = ['play', 'playing', 'pause', 'ended', 'loadedmetadata', 'durationchange', 'emptied'] as const;

export function useFilm(element: FilmElement | null): Film {
  const [state, setState] = useState({ isPlaying: false, duration: 0 });
  useEffect(() => {
    if (!element) return;
    const read = () => {
      const duration = Number.isFinite(element.duration) ? element.duration : 0;
      setState({ isPlaying: !element.paused && !element.ended, duration });
    };
    read();
    for (const name of EVENTS) element.addEventListener(name, read);
    return () => {
      for (const name of EVENTS) element.removeEventListener(name, read);
    };
  }, [element]);
  return { element, ...state };
}

/** Returns the film's time in seconds, updated every frame during playback. */
export function useFilmTime({ element, isPlaying }: Film): number {
  const [time, setTime] = useState(element?.currentTime ?? 0);
  useEffect(() => {
    if (!element) return;
    const read = () => setTime(element.currentTime);
    read();
    for (const name of ['timeupdate', 'seeking', 'seeked'] as const) element.addEventListener(name, read);
    let frame = 0;
    const next = () => {
      read();
      frame = requestAnimationFrame(next);
    };
    if (isPlaying) next();
    return () => {
      cancelAnimationFrame(frame);
      for (const name of ['timeupdate', 'seeking', 'seeked'] as const)
        element.removeEventListener(name, read);
    };
  }, [element, isPlaying]);
  return time;
}

/** Plays or pauses. If the browser refuses, the film itself shows it. */
export function toggleFilm(element: FilmElement | null): void {
  if (element?.paused) element.play().catch(() => {});
  else element?.pause();
}

export function seekFilm(element: FilmElement | null, time: number): void {
  if (element) element.currentTime = Math.max(0, time);
}
