import { Playback } from './playback.ts';

/** Milliseconds between two reads of a playing file's time: captions follow within this time. */
const TICK = 100;
/** Milliseconds before the single retry of a file that could not be fetched, as for a busy server. */
const RETRY_DELAY = 2_000;

/** Seconds before its end within which a stalled file is moved to its end. Nobody misses them. */
const END_MARGIN = 0.5;
/** Number of reads at the same time, close to the end, after which the file counts as stalled. */
const STALLED_READS = 15;

/** Seconds played with sound after which the browser certainly has a sound device. */
const MIN_HEARD = 3;

/** Plays a file in a `video` or `audio` element. */
export class ElementPlayback extends Playback {
  readonly #element: HTMLMediaElement;
  readonly #listening = new AbortController();
  #timer: ReturnType<typeof setInterval> | undefined;
  #begun = false;
  /** Number of reads at the same time, close to the end. */
  #stalledReads = 0;
  /** Seconds that have played with sound. */
  #heard = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Position of the last retry. A film that has moved since gets another, because signed addresses expire.
   */
  #retriedAt = Number.NEGATIVE_INFINITY;

  constructor(element: HTMLMediaElement) {
    super();
    this.#element = element;
    const on = (types: string, listener: () => void) => {
      for (const type of types.split(' '))
        element.addEventListener(type, listener, { signal: this.#listening.signal });
    };
    on('loadedmetadata durationchange timeupdate seeked pause ended volumechange ratechange', this.#read);
    on('play', () => {
      this.#begun = true;
      this.#read();
    });
    on('waiting', () => this.update({ waiting: true }));
    on('playing canplay seeked pause ended', () => this.update({ waiting: false }));
    on('error', this.#fail);
    this.update({ ready: true });
    if (element.error) this.#fail();
    else this.#read();
  }

  readonly #read = () => {
    const { currentTime, duration, ended, paused, muted, playbackRate } = this.#element;
    if (this.#element.error) return;
    clearInterval(this.#timer);
    if (!paused && !ended) this.#timer = setInterval(this.#follow, TICK);
    const atRest = this.#begun ? 'paused' : 'idle';
    this.update({
      phase: ended ? 'ended' : paused ? atRest : 'playing',
      time: currentTime,
      duration: Number.isFinite(duration) ? duration : 0,
      muted,
      speed: playbackRate,
    });
  };

  readonly #follow = () => {
    const { currentTime, duration, muted } = this.#element;
    const { time } = this.snapshot();
    if (!muted && currentTime > time) this.#heard += currentTime - time;
    const isStalled = currentTime === time && duration - currentTime < END_MARGIN;
    this.#stalledReads = isStalled ? this.#stalledReads + 1 : 0;
    // WebKit under load, after a seek close to the end, stops before it without an `ended` event.
    if (this.#stalledReads === STALLED_READS) this.#element.currentTime = duration;
    this.update({ time: currentTime });
  };

  readonly #fail = () => {
    const { error, readyState, muted } = this.#element;
    clearInterval(this.#timer);
    const { time } = this.snapshot();
    const isElsewhere = Math.abs(time - this.#retriedAt) >= 1;
    // Safari reports the same error when a connection breaks during play.
    const isBroken = error?.code === MediaError.MEDIA_ERR_DECODE && this.#heard < MIN_HEARD;
    // Firefox without a sound device fails to decode a loaded file. It plays the file when muted.
    if (isBroken && readyState > 0 && !muted) {
      this.#element.muted = true;
      this.retry();
    } else if (!isBroken && this.#begun && isElsewhere && navigator.onLine) {
      this.#retriedAt = time;
      this.update({ waiting: true });
      this.#retryTimer = setTimeout(() => this.retry(), RETRY_DELAY);
    } else this.update({ phase: 'failed', waiting: false });
  };

  play(): void {
    // The browser may refuse to play without a press. The film is paused then, and has its play button.
    this.#begun = true;
    this.#element.play().catch(() => this.#read());
  }

  pause(): void {
    this.#element.pause();
  }

  seek(time: number): void {
    this.#element.currentTime = time;
    this.update({ time });
  }

  setMuted(muted: boolean): void {
    this.#element.muted = muted;
  }

  setSpeed(speed: number): void {
    // The default rate too, because a reload of the medium restores it.
    this.#element.defaultPlaybackRate = speed;
    this.#element.playbackRate = speed;
  }

  retry(): void {
    const { time } = this.snapshot();
    this.#element.load();
    this.#element.currentTime = time;
    this.update({ phase: 'paused', waiting: true });
    this.play();
  }

  release(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#retryTimer);
    this.#listening.abort();
  }
}
