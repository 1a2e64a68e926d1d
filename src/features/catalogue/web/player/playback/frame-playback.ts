import { Playback } from './playback.ts';

/** Milliseconds between two handshakes, until the video host's player answers. */
const HANDSHAKE = 250;
/** Milliseconds after which a loaded page that has said nothing is no player, such as the host's “Sorry”. */
const PATIENCE = 10_000;

/** Plays a video host's film in a frame, by messages to the host's player. */
export abstract class FramePlayback extends Playback {
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  #handshake: ReturnType<typeof setInterval>;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(frame: HTMLIFrameElement) {
    super();
    this.#frame = frame;
    this.#origin = new URL(frame.src).origin;
    addEventListener('message', this.#receive);
    this.#handshake = setInterval(() => this.handshake(), HANDSHAKE);
    frame.addEventListener('load', this.#load);
  }

  readonly #load = () => {
    this.handshake();
    clearTimeout(this.#patience);
    if (this.snapshot().ready || !this.answers(this.#frame.src)) return;
    this.#patience = setTimeout(() => this.update({ phase: 'failed' }), PATIENCE);
  };

  readonly #receive = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== this.#frame.contentWindow || origin !== this.#origin) return;
    clearTimeout(this.#patience);
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

  /** Whether the host's player answers at this address. */
  protected answers(_address: string): boolean {
    return true;
  }

  /** Call it when the host's player has answered for the first time. */
  protected answered(): void {
    this.#stopWaiting();
    const { phase } = this.snapshot();
    this.update({ ready: true, phase: phase === 'failed' ? 'idle' : phase });
  }

  #stopWaiting(): void {
    clearInterval(this.#handshake);
    clearTimeout(this.#patience);
  }

  retry(): void {
    const { src } = this.#frame;
    this.#frame.src = src;
    this.#stopWaiting();
    this.#handshake = setInterval(() => this.handshake(), HANDSHAKE);
    this.update({ phase: 'idle', ready: false, waiting: false });
  }

  release(): void {
    this.#stopWaiting();
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
