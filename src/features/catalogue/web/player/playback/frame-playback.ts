import { Playback } from './playback.ts';

/** Milliseconds between two greetings, until the video host's player answers. */
const GREETING = 250;

/** Plays a video host's film in a frame, by messages to the host's player. */
export abstract class FramePlayback extends Playback {
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  #greeting: ReturnType<typeof setInterval>;

  constructor(frame: HTMLIFrameElement) {
    super();
    this.#frame = frame;
    this.#origin = new URL(frame.src).origin;
    addEventListener('message', this.#receive);
    this.#greeting = setInterval(() => this.greet(), GREETING);
    frame.addEventListener('load', this.#load);
  }

  readonly #load = () => this.greet();

  readonly #receive = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== this.#frame.contentWindow || origin !== this.#origin) return;
    const message = toObject(data);
    if (message) this.receive(message);
  };

  /** Sends a message to the host's player, and to no other page in its frame. */
  protected send(message: unknown): void {
    this.#frame.contentWindow?.postMessage(message, this.#origin);
  }

  /** Asks the host's player to answer. Called until `answered`. */
  protected abstract greet(): void;

  protected abstract receive(message: Record<string, unknown>): void;

  /** To be called when the host's player has answered for the first time. */
  protected answered(): void {
    clearInterval(this.#greeting);
    this.update({ ready: true });
  }

  retry(): void {
    const { src } = this.#frame;
    this.#frame.src = src;
    clearInterval(this.#greeting);
    this.#greeting = setInterval(() => this.greet(), GREETING);
    this.update({ phase: 'idle', ready: false, waiting: false });
  }

  release(): void {
    clearInterval(this.#greeting);
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
