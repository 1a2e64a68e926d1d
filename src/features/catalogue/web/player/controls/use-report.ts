import { useEffect, useLayoutEffect, useRef } from 'react';
import type { PlayerView } from '../media-player.tsx';

/** Tells those around the player when its view changes. */
export function useReport({ phase, quiet, covered }: PlayerView, onView: (view: PlayerView) => void): void {
  const report = useRef(onView);
  useEffect(() => {
    report.current = onView;
  });
  useLayoutEffect(() => {
    report.current({ phase, quiet, covered });
  }, [phase, quiet, covered]);
}
