import { afterEach, expect, test, vi } from 'vitest';
import { FramePlayback } from './frame-playback.ts';

afterEach(() => vi.unstubAllGlobals());

/** Records what reaches the player. */
class Recorder extends FramePlayback {
  readonly received: unknown[] = [];
  protected handshake(): void {}
  protected receive(message: Record<string, unknown>): void {
    this.received.push(message);
  }
  play(): void {}
  pause(): void {}
  seek(): void {}
  setSpeed(): void {}
  setMuted(): void {}
  setCaptions(): void {}
}

test('a message counts only from the host’s own window and origin, and only if it is an object', () => {
  let listener: (event: object) => void = () => {};
  vi.stubGlobal('addEventListener', (_: string, given: typeof listener) => {
    listener = given;
  });
  vi.stubGlobal('removeEventListener', () => {});
  const contentWindow = {};
  const frame = {
    src: 'https://player.vimeo.com/video/1',
    contentWindow,
    addEventListener() {},
    removeEventListener() {},
  };
  const player = new Recorder(frame as unknown as HTMLIFrameElement);
  const origin = 'https://player.vimeo.com';
  listener({ source: contentWindow, origin: 'https://evil.example', data: { event: 'evil' } });
  listener({ source: {}, origin, data: { event: 'another frame' } });
  for (const data of ['{', 'null', '7', undefined, null]) listener({ source: contentWindow, origin, data });
  listener({ source: contentWindow, origin, data: '{"event":"ready"}' });
  expect(player.received).toEqual([{ event: 'ready' }]);
  player.release();
});
