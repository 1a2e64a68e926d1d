import { afterEvent, type ElementEvent, READY } from './element-state.ts';
import { Playback } from './playback.ts';

/** Milliseconds between two reads of a playing file's time: captions follow within this time. */
const TICK = 100;
/** Milliseconds before the single retry of a file that could not be fetched, as for a busy server. */
const RETRY_DELAY = 2_000;

/**
 * Plays a file in a `video` or `audio` element: reports its events to `afterEvent`, which decides, and takes
 * the steps that follow.
 */
export class ElementPlayback extends Playback {
  readonly #element: HTMLMediaElement;
  readonly #listening = new AbortController();
  #state = READY;
  #timer: ReturnType<typeof setInterval> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLMediaElement) {
    super();
    this.#element = element;
    const on = (types: string, listener: () => void) => {
      for (const type of types.split(' '))
        element.addEventListener(type, listener, { signal: this.#listening.signal });
    };
    on('play', () => this.#report({ type: 'asked' }));
    on(
      'loadedmetadata durationchange timeupdate seeked play pause ended volumechange ratechange',
      this.#read,
    );
    on('waiting', () => this.#report({ type: 'waits' }));
    on('playing canplay seeked pause ended', () => this.#report({ type: 'flows' }));
    on('error', this.#fail);
    if (element.error) this.#fail();
    else this.#read();
  }

  #report(event: ElementEvent): void {
    const before = this.#state.shown;
    const [state, command] = afterEvent(this.#state, event);
    this.#state = state;
    if (state.shown !== before) this.update(state.shown);
    if (command === 'move to end') this.#element.currentTime = this.#element.duration;
    else if (command === 'retry later') this.#retryTimer = setTimeout(() => this.retry(), RETRY_DELAY);
    else if (command === 'retry muted') {
      this.#element.muted = true;
      this.retry();
    }
  }

  readonly #read = () => {
    const { error, paused, ended } = this.#element;
    if (error) return;
    clearInterval(this.#timer);
    const tick = () => this.#report({ type: 'ticked', reading: this.#element });
    if (!paused && !ended) this.#timer = setInterval(tick, TICK);
    this.#report({ type: 'changed', reading: this.#element });
  };

  readonly #fail = () => {
    clearInterval(this.#timer);
    const { error, readyState, muted } = this.#element;
    const undecodable = error?.code === MediaError.MEDIA_ERR_DECODE;
    this.#report({ type: 'failed', undecodable, loaded: readyState > 0, muted, online: navigator.onLine });
  };

  play(): void {
    this.#report({ type: 'asked' });
    // The browser may refuse to play without a press.
    this.#element.play().catch(this.#read);
  }

  pause(): void {
    this.#element.pause();
  }

  seek(time: number): void {
    this.#element.currentTime = time;
    this.#report({ type: 'sought', time });
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
    this.#report({ type: 'retried' });
    this.play();
  }

  release(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#retryTimer);
    this.#listening.abort();
  }
}
