import { useRef } from 'react';
import * as css from './player-parts.module.css';

interface SurfaceProps {
  quiet: boolean;
  onShow(): void;
  onToggle(): void;
}

/**
 * The picture takes presses: with a mouse each one pauses or plays; with a finger the first one shows the
 * controls. Hidden from screen readers and the keyboard, which have the buttons.
 */
export function Surface({ quiet, onShow, onToggle }: SurfaceProps) {
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
      onClick={() => (showsOnly.current ? onShow() : onToggle())}
    />
  );
}
