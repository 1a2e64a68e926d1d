/** State of a player for the recorder. Times in seconds; a duration of 0 is unknown. */
export interface Moment {
  phase: 'idle' | 'playing' | 'paused' | 'ended' | 'failed';
  time: number;
  duration: number;
  speed: number;
  /** It waits for bytes. */
  waiting: boolean;
}

/**
 * Share of the time before a position that must have played, so that a jump to the end is no viewing. A
 * reader may skip what they know.
 */
const PLAYED_SHARE = 0.5;
/** Highest speed of the player, and of a video host's own menu, which not every host reports. */
const MAX_SPEED = 2;

/** Counts how much of a medium has played. */
export class PlayedTime {
  #seconds: number;
  #phase: Moment['phase'] = 'idle';
  #time = 0;
  #updatedAt = 0;

  /** `before`: seconds that had played earlier. */
  constructor(before: number) {
    this.#seconds = before;
  }

  get seconds(): number {
    return this.#seconds;
  }

  /**
   * Reads the player's state. `now`: ms of a clock that nobody sets. A jump of a playing medium adds no more
   * than could have played since the last update.
   */
  update({ phase, time, speed, waiting }: Moment, now: number): void {
    const possible = ((now - this.#updatedAt) / 1000) * Math.max(speed, MAX_SPEED);
    if (this.#phase === 'playing') this.#seconds += Math.max(0, Math.min(time - this.#time, possible));
    this.#phase = waiting ? 'paused' : phase;
    this.#time = time;
    this.#updatedAt = now;
  }

  /** Whether the reader has reached this share of the length, by playing most of the way. */
  hasReached(share: number, { phase, time, duration }: Moment): boolean {
    const hasEnded = phase === 'ended';
    // An excerpt of a host's film ends before the film does.
    const length = hasEnded ? time || duration : duration || time;
    const isThere = hasEnded || (duration > 0 && time / duration >= share);
    return isThere && this.#seconds >= length * share * PLAYED_SHARE;
  }
}
