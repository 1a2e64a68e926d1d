import { useLayoutEffect, useRef } from 'react';
import * as css from './player-parts.module.css';

/** Longest time between the two presses of a hasty finger, in ms. */
const TWICE = 400;

interface SurfaceProps {
  quiet: boolean;
  /** Number of presses so far that let the medium play. */
  starts: number;
  onShow(): void;
  onToggle(): void;
}

/**
 * The picture takes presses: with a mouse each one pauses or plays; with a finger the first one shows the
 * controls. One that follows the press on a play button at once belongs to it, and changes nothing. Hidden
 * from screen readers and the keyboard, which have the buttons.
 */
export function Surface({ quiet, starts, onShow, onToggle }: SurfaceProps) {
  const startedAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each start counts
  useLayoutEffect(() => {
    startedAt.current = performance.now();
  }, [starts]);
  /** At the beginning of the press: the controls may fade or show until its end. */
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
      // The focus stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ timeStamp }) => {
        if (timeStamp - startedAt.current < TWICE) return;
        if (showsOnly.current) onShow();
        else onToggle();
      }}
    />
  );
}
