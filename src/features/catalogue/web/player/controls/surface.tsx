import { useLayoutEffect, useRef } from 'react';
import * as css from './player-parts.module.css';

/** Longest time between the two presses of a double tap, in ms. */
const DOUBLE_TAP = 400;

interface SurfaceProps {
  quiet: boolean;
  /** Number of presses so far that start the medium. */
  starts: number;
  onShow(): void;
  onToggle(): void;
}

/**
 * Handles presses on the picture: a mouse press pauses or plays, a first tap shows the controls. Ignores a
 * press that quickly follows one on a play button, because it belongs to that. Hidden from screen readers and
 * the keyboard, which have the buttons.
 */
export function Surface({ quiet, starts, onShow, onToggle }: SurfaceProps) {
  const startedAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each start counts
  useLayoutEffect(() => {
    startedAt.current = performance.now();
  }, [starts]);
  /** Decided when the press begins, because the controls may fade or show before it ends. */
  const showsOnly = useRef(false);
  return (
    <button
      type="button"
      className={css.surface}
      tabIndex={-1}
      aria-hidden="true"
      data-part="player-surface"
      onPointerDown={(event) => {
        showsOnly.current = quiet && event.pointerType !== 'mouse';
      }}
      // Keeps the focus where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ timeStamp }) => {
        if (timeStamp - startedAt.current < DOUBLE_TAP) return;
        if (showsOnly.current) onShow();
        else onToggle();
      }}
    />
  );
}
