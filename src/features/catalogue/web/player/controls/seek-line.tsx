import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { STEP } from '../input/player-shortcuts.ts';
import * as css from './seek-line.module.css';
import { clockTime, spokenPosition } from './time-text.ts';

interface SeekLineProps {
  /** Seconds. */
  time: number;
  duration: number;
  /** Time at the finger, in seconds; null while nobody drags. */
  dragged: number | null;
  inert: boolean;
  onDrag(time: number): void;
  /** The drag ends at `dragged`. */
  onDrop(): void;
  onSeek(time: number): void;
}

/** Shows the position in the medium as a line that the reader can drag, press, and move by keys. */
export function SeekLine({ time, duration, dragged, inert, onDrag, onDrop, onSeek }: SeekLineProps) {
  const line = useRef<HTMLDivElement>(null);
  const shown = dragged ?? time;
  const known = duration > 0;
  const timeAt = ({ clientX }: PointerEvent) => {
    const { left, width } = line.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.min(1, Math.max(0, (clientX - left) / width)) * duration;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = keyTarget(event.key, time, duration);
    if (to === null || !known) return;
    event.preventDefault();
    onSeek(Math.min(duration, Math.max(0, to)));
  };
  return (
    <div
      ref={line}
      className={css.line}
      role="slider"
      tabIndex={0}
      aria-label="Seek"
      aria-valuemin={0}
      aria-valuemax={Math.floor(duration)}
      aria-valuenow={Math.floor(shown)}
      aria-valuetext={spokenPosition(shown, duration)}
      aria-disabled={known ? undefined : true}
      inert={inert}
      data-dragged={dragged === null ? undefined : ''}
      style={{ '--at': `${known ? (100 * Math.min(shown, duration)) / duration : 0}%` } as CSSProperties}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (!known || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onDrag(timeAt(event));
      }}
      onPointerMove={(event) => {
        if (dragged !== null) onDrag(timeAt(event));
      }}
      onPointerUp={onDrop}
      onPointerCancel={onDrop}
    >
      <div className={css.rail}>
        <i />
      </div>
      <span className={css.peek} aria-hidden="true">
        {clockTime(shown)}
      </span>
    </div>
  );
}

function keyTarget(key: string, time: number, duration: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return time - STEP;
    case 'ArrowRight':
    case 'ArrowUp':
      return time + STEP;
    case 'PageDown':
      return time - 2 * STEP;
    case 'PageUp':
      return time + 2 * STEP;
    case 'Home':
      return 0;
    case 'End':
      return duration;
    default:
      return null;
  }
}
