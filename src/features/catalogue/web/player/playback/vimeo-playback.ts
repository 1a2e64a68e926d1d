import { FramePlayback, isObject } from './frame-playback.ts';
import type { Snapshot } from './playback.ts';

/* The messages of Vimeo's player, as in its script (github.com/vimeo/player.js), which is not loaded. */

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'timeupdate',
  'seeked',
  'bufferstart',
  'bufferend',
  'volumechange',
  'playbackratechange',
  'error',
];

const PHASES: Record<string, Partial<Snapshot>> = {
  play: { phase: 'playing' },
  playing: { phase: 'playing', waiting: false },
  pause: { phase: 'paused', waiting: false },
  ended: { phase: 'ended', waiting: false },
  bufferstart: { waiting: true },
  bufferend: { waiting: false },
};

/** Translates an event of Vimeo's player. */
export function readVimeoEvent(event: string, data: unknown): Partial<Snapshot> {
  const { seconds, duration, muted, playbackRate } = isObject(data) ? data : {};
  return {
    ...PHASES[event],
    ...(typeof seconds === 'number' ? { time: seconds } : {}),
    ...(typeof duration === 'number' ? { duration } : {}),
    ...(typeof muted === 'boolean' ? { muted } : {}),
    ...(typeof playbackRate === 'number' ? { speed: playbackRate } : {}),
  };
}

/** Controls Vimeo's player. */
export class VimeoPlayback extends FramePlayback {
  /** The first caption track; null when the film has none. */
  #track: { language: string; kind: string } | null = null;

  protected handshake(): void {
    this.send({ method: 'ping' });
  }

  protected receive({ event, method, value, data }: Record<string, unknown>): void {
    if (event === 'ready' || method === 'ping') this.#begin();
    else if (method === 'getDuration' && typeof value === 'number') this.update({ duration: value });
    // The film may have begun before this code listened.
    else if (method === 'getPaused' && value === false) this.update({ phase: 'playing' });
    else if (method === 'getTextTracks') this.#readTracks(value);
    // Vimeo also sends it for a refused command, such as a speed that the account does not allow.
    else if (event === 'error') this.#fail(data);
    else if (typeof event === 'string') this.update(readVimeoEvent(event, data));
  }

  #begin(): void {
    if (this.snapshot().ready) return;
    for (const value of EVENTS) this.send({ method: 'addEventListener', value });
    for (const method of ['getDuration', 'getPaused', 'getTextTracks']) this.send({ method });
    this.answered();
  }

  #fail(data: unknown): void {
    const { method = 'play', name } = isObject(data) ? data : {};
    // A browser that wants a press in the frame itself, and a pause before the film has begun, break nothing.
    const isBroken = name !== 'NotAllowedError' && name !== 'AbortError';
    if (method === 'play' && isBroken) this.update({ phase: 'failed', waiting: false });
  }

  #readTracks(value: unknown): void {
    const track = Array.isArray(value) ? value.find(isTrack) : undefined;
    this.#track = track ?? null;
    this.update({ hostCaptions: track !== undefined });
  }

  play(): void {
    this.send({ method: 'play' });
  }

  pause(): void {
    this.send({ method: 'pause' });
  }

  seek(time: number): void {
    this.send({ method: 'setCurrentTime', value: time });
    this.update({ time });
  }

  setMuted(muted: boolean): void {
    this.send({ method: 'setMuted', value: muted });
    this.update({ muted });
  }

  setSpeed(speed: number): void {
    this.send({ method: 'setPlaybackRate', value: speed });
    this.update({ speed });
  }

  override setHostCaptions(on: boolean): void {
    if (!this.#track) return;
    const { language, kind } = this.#track;
    this.send(on ? { method: 'enableTextTrack', value: { language, kind } } : { method: 'disableTextTrack' });
  }
}

const isTrack = (value: unknown): value is { language: string; kind: string } =>
  isObject(value) && typeof value.language === 'string' && typeof value.kind === 'string';
