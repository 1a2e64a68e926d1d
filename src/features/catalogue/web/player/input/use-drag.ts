import { useRef, useState } from 'react';
import type { Playback } from '../playback/playback.ts';

export interface Drag {
  /** The time at the finger, in seconds; null while nobody drags. */
  dragged: number | null;
  drag(time: number): void;
  drop(): void;
}

/** Follows a drag on the line. The film pauses meanwhile, and continues where the drag ends. */
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
      // Play before seek: at their end, Safari and video hosts start over.
      if (resumes.current) playback?.play();
      playback?.seek(dragged);
      setDragged(null);
    },
  };
}
