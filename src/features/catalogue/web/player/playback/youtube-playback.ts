import { FramePlayback, isObject } from './frame-playback.ts';
import type { Snapshot } from './playback.ts';

/*
 * The messages of YouTube's IFrame Player API (developers.google.com/youtube/iframe_api_reference), as in its
 * script `www-widgetapi.js`, which is not loaded.
 */

const CHANNEL = { id: 1, channel: 'widget' };

/**
 * By the player's state. In -1 (unstarted) and 5 (cued) the player shows its own button. It returns from 3
 * (buffering) to these in browsers such as Safari, where a frame plays only after a press inside it.
 */
const PHASES: Record<number, Partial<Snapshot>> = {
  [-1]: { waiting: false },
  0: { phase: 'ended', waiting: false },
  1: { phase: 'playing', waiting: false },
  2: { phase: 'paused', waiting: false },
  3: { waiting: true },
  5: { waiting: false },
};

/** Translates the state that YouTube's player reports. */
export function readYouTubeInfo(info: unknown): Partial<Snapshot> {
  if (!isObject(info)) return {};
  const { currentTime, duration, muted, playbackRate, playerState } = info;
  return {
    ...(typeof currentTime === 'number' ? { time: currentTime } : {}),
    ...(typeof duration === 'number' ? { duration } : {}),
    ...(typeof muted === 'boolean' ? { muted } : {}),
    ...(typeof playbackRate === 'number' ? { speed: playbackRate } : {}),
    ...(typeof playerState === 'number' ? PHASES[playerState] : {}),
  };
}

/** Controls YouTube's player. Its address needs `enablejsapi=1`. */
export class YouTubePlayback extends FramePlayback {
  #captions = false;

  protected handshake(): void {
    this.send(JSON.stringify({ event: 'listening', ...CHANNEL }));
  }

  /** An owner's own address may lack the parameter. */
  protected override answers(address: string): boolean {
    return address.includes('enablejsapi=1');
  }

  protected receive({ event, info }: Record<string, unknown>): void {
    if (event === 'onReady' || event === 'initialDelivery') this.#begin();
    if (event === 'initialDelivery' || event === 'infoDelivery') this.update(readYouTubeInfo(info));
    else if (event === 'onStateChange') this.update(readYouTubeInfo({ playerState: info }));
    else if (event === 'onApiChange') this.update({ hostCaptions: true });
    else if (event === 'onError') this.update({ phase: 'failed', waiting: false });
  }

  #begin(): void {
    if (this.snapshot().ready) return;
    for (const type of ['onStateChange', 'onError', 'onApiChange']) this.#command('addEventListener', type);
    this.answered();
  }

  #command(func: string, ...args: unknown[]): void {
    this.send(JSON.stringify({ event: 'command', func, args, ...CHANNEL }));
  }

  play(): void {
    this.#command('playVideo');
  }

  pause(): void {
    this.#command('pauseVideo');
  }

  seek(time: number): void {
    this.#command('seekTo', time, true);
    this.update({ time });
  }

  setMuted(muted: boolean): void {
    this.#command(muted ? 'mute' : 'unMute');
    this.update({ muted });
  }

  setSpeed(speed: number): void {
    this.#command('setPlaybackRate', speed);
    this.update({ speed });
  }

  override setHostCaptions(on: boolean): void {
    if (on === this.#captions) return;
    this.#captions = on;
    this.#command(on ? 'loadModule' : 'unloadModule', 'captions');
  }
}
