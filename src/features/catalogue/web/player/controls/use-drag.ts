import { useRef, useState } from 'react';
import type { Playback } from '../playback/playback.ts';

export interface Drag {
  /** The time under the finger, in seconds; null while nobody drags. */
  dragged: number | null;
  drag(time: number): void;
  drop(): void;
}

/** Follows a finger on the line. The film waits meanwhile, and goes on where the finger leaves. */
export function useDrag(playback: Playback | null): Drag {
  const [dragged, setDragged] = useState<number | null>(null);
  const resumes = useRef(false);
  return {
    dragged,
    drag(time) {
      if (dragged === null) {
        resumes.current = playback?.snapshot().phase === 'playing';
        if (resumes.current) playback?.pause();
      }
      setDragged(time);
    },
    drop() {
      if (dragged === null) return;
      // The play comes before the seek: at their end, Safari and video hosts begin anew.
      if (resumes.current) playback?.play();
      playback?.seek(dragged);
      setDragged(null);
    },
  };
}
