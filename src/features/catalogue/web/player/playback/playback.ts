/** State of a medium that the player shows. */
export interface Snapshot {
  /** `idle` until it has played; `failed` when it cannot load or play. */
  phase: 'idle' | 'playing' | 'paused' | 'ended' | 'failed';
  /** Commands take effect. A video host's player has to answer first. */
  ready: boolean;
  /** It waits for data. */
  waiting: boolean;
  /** Seconds. */
  time: number;
  /** Seconds; 0 while it is unknown. */
  duration: number;
  muted: boolean;
  speed: number;
  /** The video host has captions of its own. */
  hostCaptions: boolean;
}

export const IDLE: Snapshot = {
  phase: 'idle',
  ready: false,
  waiting: false,
  time: 0,
  duration: 0,
  muted: false,
  speed: 1,
  hostCaptions: false,
};

/** One controlled medium: a file, or a video host's player in a frame. */
export abstract class Playback {
  #snapshot = IDLE;
  readonly #listeners = new Set<() => void>();

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.#snapshot;

  protected update(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change };
    for (const listener of this.#listeners) listener();
  }

  abstract play(): void;
  abstract pause(): void;
  /** `time` in seconds. */
  abstract seek(time: number): void;
  abstract setMuted(muted: boolean): void;
  abstract setSpeed(speed: number): void;
  /** Turns the video host's own captions on or off. */
  setHostCaptions(_on: boolean): void {}
  /** Loads a failed medium again, and plays it. */
  abstract retry(): void;
  /** Removes the listeners. The medium itself goes with its element. */
  abstract release(): void;
}
