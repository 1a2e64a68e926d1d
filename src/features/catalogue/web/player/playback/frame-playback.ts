import { Playback } from './playback.ts';

/** Milliseconds between two handshakes, until the video host's player answers. */
const HANDSHAKE = 250;

/** Plays a video host's film in a frame, by messages to the host's player. */
export abstract class FramePlayback extends Playback {
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  #handshake: ReturnType<typeof setInterval>;

  constructor(frame: HTMLIFrameElement) {
    super();
    this.#frame = frame;
    this.#origin = new URL(frame.src).origin;
    addEventListener('message', this.#receive);
    this.#handshake = setInterval(() => this.handshake(), HANDSHAKE);
    frame.addEventListener('load', this.#load);
  }

  readonly #load = () => this.handshake();

  readonly #receive = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== this.#frame.contentWindow || origin !== this.#origin) return;
    const message = toObject(data);
    if (message) this.receive(message);
  };

  /** Sends a message to the host's player, and to no other page in its frame. */
  protected send(message: unknown): void {
    this.#frame.contentWindow?.postMessage(message, this.#origin);
  }

  /** Requests an answer of the host's player. Repeated until `answered`. */
  protected abstract handshake(): void;

  protected abstract receive(message: Record<string, unknown>): void;

  /** Call it when the host's player has answered for the first time. */
  protected answered(): void {
    clearInterval(this.#handshake);
    this.update({ ready: true });
  }

  retry(): void {
    const { src } = this.#frame;
    this.#frame.src = src;
    clearInterval(this.#handshake);
    this.#handshake = setInterval(() => this.handshake(), HANDSHAKE);
    this.update({ phase: 'idle', ready: false, waiting: false });
  }

  release(): void {
    clearInterval(this.#handshake);
    removeEventListener('message', this.#receive);
    this.#frame.removeEventListener('load', this.#load);
  }
}

/** Hosts send JSON or objects; extensions and others send anything. */
function toObject(data: unknown): Record<string, unknown> | null {
  try {
    const value: unknown = typeof data === 'string' ? JSON.parse(data) : data;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
