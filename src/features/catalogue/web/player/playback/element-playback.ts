import { Playback } from './playback.ts';

/** Milliseconds between two looks at a playing file: captions follow within this time. */
const TICK = 100;
/** Milliseconds until a file that could not be fetched is tried once more, as a busy server asks for. */
const SECOND_TRY = 2_000;

/** Seconds before its end in which a file that stands still is taken to its end: nothing is missed. */
const LAST_MOMENT = 0.5;
/** Number of looks that find a file standing still there, after which it is moved to its end. */
const PATIENT_LOOKS = 15;

/** Seconds heard after which the browser is known to have a sound device. */
const HEARD = 3;

/** Plays a file in a `video` or `audio` element. */
export class ElementPlayback extends Playback {
  readonly #element: HTMLMediaElement;
  readonly #listening = new AbortController();
  #timer: ReturnType<typeof setInterval> | undefined;
  #begun = false;
  /** Looks that found the file at the same time, close to its end. */
  #looksAtEnd = 0;
  /** Seconds that have played with sound. */
  #heard = 0;
  #secondTry: ReturnType<typeof setTimeout> | undefined;
  /** Position of the last second try. A film that has moved since gets another: signed addresses expire. */
  #triedAt = Number.NEGATIVE_INFINITY;

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
    this.update({
      phase: ended ? 'ended' : paused ? (this.#begun ? 'paused' : 'idle') : 'playing',
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
    const stands = currentTime === time && duration - currentTime < LAST_MOMENT;
    this.#looksAtEnd = stands ? this.#looksAtEnd + 1 : 0;
    // WebKit on a busy machine, after a seek close to the end, stops before it and reports no end.
    if (this.#looksAtEnd === PATIENT_LOOKS) this.#element.currentTime = duration;
    this.update({ time: currentTime });
  };

  readonly #fail = () => {
    const { error, readyState, muted } = this.#element;
    clearInterval(this.#timer);
    const { time } = this.snapshot();
    const isElsewhere = Math.abs(time - this.#triedAt) >= 1;
    // Safari says so, too, when a connection is lost while a film plays.
    const isBroken = error?.code === MediaError.MEDIA_ERR_DECODE && this.#heard < HEARD;
    // Firefox without a sound device cannot decode what it could load. Muted it can.
    if (isBroken && readyState > 0 && !muted) {
      this.#element.muted = true;
      this.retry();
    } else if (!isBroken && this.#begun && isElsewhere && navigator.onLine) {
      this.#triedAt = time;
      this.update({ waiting: true });
      this.#secondTry = setTimeout(() => this.retry(), SECOND_TRY);
    } else this.update({ phase: 'failed', waiting: false });
  };

  play(): void {
    // The browser may refuse to play without a press: the play button stays.
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
    // The default too, because loading again restores it.
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
    clearTimeout(this.#secondTry);
    this.#listening.abort();
  }
}
