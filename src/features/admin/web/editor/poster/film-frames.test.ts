import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FilmFrames } from './film-frames.ts';

/** A stub with the used part of a video element. It loads as much as a browser allows without a press. */
class Film extends EventTarget {
  readonly HAVE_CURRENT_DATA = 2;
  readyState = 0;
  duration = 21;
  videoWidth = 720;
  muted = false;
  preload = '';
  seeking = false;
  seeks: number[] = [];
  readonly #loadsPictures: boolean;

  constructor(loadsPictures: boolean) {
    super();
    this.#loadsPictures = loadsPictures;
  }
  setAttribute() {}
  removeAttribute() {}
  load() {}
  set src(_address: string) {
    this.#reach(1, 'loadedmetadata');
    if (this.#loadsPictures) this.#reach(2, 'loadeddata');
  }
  get currentTime() {
    return this.seeks.at(-1) ?? 0;
  }
  set currentTime(seconds: number) {
    this.seeks.push(seconds);
    if (this.readyState < 2) this.#reach(2, 'loadeddata');
    else this.#reach(4, 'seeked');
  }
  #reach(state: number, event: string) {
    setTimeout(() => {
      this.readyState = Math.max(state, this.readyState);
      this.dispatchEvent(new Event(event));
    });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  ['a browser that loads pictures ahead is left alone', true, []],
  ['Safari on a phone, which loads none before a seek, is asked for the first one', false, [0.001]],
])('%s', async (_, loadsPictures, seeks) => {
  const film = new Film(loadsPictures);
  vi.stubGlobal('document', { createElement: () => film });
  const length = new FilmFrames('/media/film.mp4').duration();
  const ended = expect(length).resolves.toBe(21);
  await vi.advanceTimersByTimeAsync(25_000);
  await ended;
  expect(film.seeks).toEqual(seeks);
});
