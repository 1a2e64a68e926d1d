import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ElementPlayback } from './element-playback.ts';

/** The used part of a media element that plays. */
class Film extends EventTarget {
  currentTime = 0;
  duration = 21;
  ended = false;
  paused = false;
  muted = false;
  playbackRate = 1;
  readyState = 4;
  error: { code: number } | null = null;
  loads = 0;

  load() {
    this.loads += 1;
    this.error = null;
  }
  play = async () => {};
}

let film: Film;
let playback: ElementPlayback;
beforeEach(() => {
  vi.useFakeTimers();
  film = new Film();
  playback = new ElementPlayback(film as unknown as HTMLVideoElement);
});
afterEach(() => {
  vi.unstubAllGlobals();
  playback.release();
  vi.useRealTimers();
});

test('a film that stalls close to its end is moved to its end', () => {
  film.currentTime = 20.9;
  vi.advanceTimersByTime(1_500);
  expect(film.currentTime).toBe(20.9);
  vi.advanceTimersByTime(200);
  expect(film.currentTime).toBe(21);
});

test('a film that plays, stalls elsewhere or is paused is not moved', () => {
  for (film.currentTime = 20.55; film.currentTime < 20.95; film.currentTime += 0.01) {
    const before = film.currentTime;
    vi.advanceTimersByTime(100);
    expect(film.currentTime).toBe(before);
  }
  film.currentTime = 12;
  vi.advanceTimersByTime(5_000);
  expect(film.currentTime).toBe(12);
  film.currentTime = 20.9;
  film.paused = true;
  film.dispatchEvent(new Event('pause'));
  vi.advanceTimersByTime(5_000);
  expect(film.currentTime).toBe(20.9);
});

test('a film that the browser refuses to play is paused, with its play button', async () => {
  film.paused = true;
  film.play = () => Promise.reject(new DOMException('No press', 'NotAllowedError'));
  playback.play();
  await vi.advanceTimersByTimeAsync(0);
  expect(playback.snapshot().phase).toBe('paused');
});

test('a film that cannot be fetched is retried once at each position, and then fails', () => {
  vi.stubGlobal('MediaError', { MEDIA_ERR_DECODE: 3 });
  vi.stubGlobal('navigator', { onLine: true });
  film.dispatchEvent(new Event('play'));
  const fail = () => {
    film.error = { code: 2 };
    film.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(2_500);
  };
  for (const [time, loads] of [
    [5, 1],
    [9, 2],
  ] as const) {
    film.currentTime = time;
    film.dispatchEvent(new Event('timeupdate'));
    fail();
    expect([film.loads, film.currentTime]).toEqual([loads, time]);
  }
  expect(playback.snapshot().phase).not.toBe('failed');
  fail();
  expect([film.loads, playback.snapshot().phase]).toEqual([2, 'failed']);
});

/** Plays for some seconds, then fails as a file does that cannot be decoded. */
function failAfter(seconds: number): void {
  vi.stubGlobal('MediaError', { MEDIA_ERR_DECODE: 3 });
  vi.stubGlobal('navigator', { onLine: true });
  film.dispatchEvent(new Event('play'));
  for (let look = 0; look < seconds * 10; look += 1) {
    film.currentTime += 0.1;
    vi.advanceTimersByTime(100);
  }
  film.error = { code: 3 };
  film.dispatchEvent(new Event('error'));
}

test('a film whose connection breaks goes on with sound, although Safari calls it undecodable', () => {
  failAfter(8);
  expect([film.muted, film.loads]).toEqual([false, 0]);
  vi.advanceTimersByTime(2_500);
  expect([film.muted, film.loads, playback.snapshot().phase]).toEqual([false, 1, 'paused']);
  expect(film.currentTime).toBeCloseTo(8);
});

test('a film that cannot be decoded from its beginning goes on muted', () => {
  failAfter(0.2);
  expect([film.muted, film.loads]).toEqual([true, 1]);
});
