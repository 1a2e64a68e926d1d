import { afterEach, expect, test, vi } from 'vitest';
import { FramePlayback } from './frame-playback.ts';
import { VimeoPlayback } from './vimeo-playback.ts';
import { YouTubePlayback } from './youtube-playback.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Records what reaches the player. */
class Recorder extends FramePlayback {
  readonly received: unknown[] = [];
  protected handshake(): void {}
  protected receive(message: Record<string, unknown>): void {
    this.received.push(message);
    if (message.event === 'ready') this.answered();
  }
  play(): void {}
  pause(): void {}
  seek(): void {}
  setSpeed(): void {}
  setMuted(): void {}
  setCaptions(): void {}
}

const ORIGIN = 'https://player.vimeo.com';

/** A host's player in a frame. `say` sends what the page in the frame sends, and `load` ends its loading. */
function framed<Player extends FramePlayback>(
  Player: new (frame: HTMLIFrameElement) => Player,
  src = `${ORIGIN}/video/1`,
) {
  const listeners: Record<string, (event: object) => void> = {};
  const addEventListener = (type: string, listener: (event: object) => void) => {
    listeners[type] = listener;
  };
  vi.stubGlobal('addEventListener', addEventListener);
  vi.stubGlobal('removeEventListener', () => {});
  const contentWindow = { postMessage() {} };
  const frame = { src, contentWindow, addEventListener, removeEventListener() {} };
  const player = new Player(frame as unknown as HTMLIFrameElement);
  const say = (data: unknown, { source = contentWindow as object, origin = ORIGIN } = {}) =>
    listeners.message?.({ source, origin, data });
  return { player, say, load: () => listeners.load?.({}) };
}

test('a page that says nothing after it has loaded is no player, until it answers after all', () => {
  vi.useFakeTimers();
  const { player, say, load } = framed(Recorder);
  // A slow network is no reason to give up.
  vi.advanceTimersByTime(600_000);
  expect(player.snapshot().phase).toBe('idle');
  load();
  vi.advanceTimersByTime(20_000);
  expect(player.snapshot()).toMatchObject({ phase: 'failed', ready: false });
  say({ event: 'ready' });
  expect(player.snapshot()).toMatchObject({ phase: 'idle', ready: true });
  player.retry();
  load();
  // A host that has changed its protocol still plays.
  say({ event: 'a new word' });
  vi.advanceTimersByTime(20_000);
  expect(player.snapshot().phase).toBe('idle');
  player.release();
});

test('a player that the owner gave no leave to answer is not given up', () => {
  vi.useFakeTimers();
  const embed = 'https://www.youtube.com/embed/jNQXAC9IVRw';
  const phases = [embed, `${embed}?enablejsapi=1`].map((src) => {
    const { player, load } = framed(YouTubePlayback, src);
    load();
    vi.advanceTimersByTime(20_000);
    player.release();
    return player.snapshot().phase;
  });
  expect(phases).toEqual(['idle', 'failed']);
});

test.each([
  [{ method: 'play', name: 'NotAllowedError' }, 'idle'],
  [{ method: 'play', name: 'AbortError' }, 'idle'],
  [{ method: 'setPlaybackRate', name: 'Error' }, 'idle'],
  [{ method: 'play', name: 'PrivacyError' }, 'failed'],
  [undefined, 'failed'],
])('after the error %j of Vimeo’s player a film is %s', (data, phase) => {
  const { player, say } = framed(VimeoPlayback);
  say({ event: 'ready' });
  say({ event: 'error', data });
  expect(player.snapshot().phase).toBe(phase);
  player.release();
});

test('a message counts only from the host’s own window and origin, and only if it is an object', () => {
  const { player, say } = framed(Recorder);
  say({ event: 'evil' }, { origin: 'https://evil.example' });
  say({ event: 'another frame' }, { source: {} });
  for (const data of ['{', 'null', '7', undefined, null]) say(data);
  say('{"event":"ready"}');
  expect(player.received).toEqual([{ event: 'ready' }]);
  player.release();
});
