import { useEffect, useId, useRef, useState } from 'react';
import { tenths } from '../../captions/lines/time-field.ts';
import * as css from './poster.module.css';

interface MomentChoiceProps {
  address: string;
  /** Seconds. */
  duration: number;
  /** Initial position in seconds. */
  from: number;
  onChosen(seconds: number): void;
}

/** Seconds per step of the arrow keys. */
const STEP = 0.1;

/** A slider that selects a picture of the film, by touch or keyboard. */
export function MomentChoice({ address, duration, from, onChosen }: MomentChoiceProps) {
  const id = useId();
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState(from);
  useEffect(() => {
    if (video.current) video.current.currentTime = seconds;
  }, [seconds]);
  return (
    <div className={css.moment}>
      <video ref={video} src={address} muted playsInline preload="auto" aria-hidden="true" tabIndex={-1} />
      <label htmlFor={id}>Moment: {tenths(seconds)}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={Math.floor(duration * 10) / 10}
        step={STEP}
        value={seconds}
        aria-valuetext={`${tenths(seconds)} of ${tenths(duration)}`}
        onChange={({ target }) => setSeconds(Number(target.value))}
      />
      <button type="button" className="btn line sm" onClick={() => onChosen(seconds)}>
        Use this moment
      </button>
    </div>
  );
}
