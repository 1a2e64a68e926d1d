import { MAX_PICTURE_WIDTH } from '#features/uploads/shared/upload-address.ts';

/** Time limit in ms for loading the film, and for each picture. */
const PATIENCE = 20_000;
/**
 * Time limit in ms for the size of a picture after loading, because WebKit reports a first frame before its
 * size. A file without a size by then is a sound.
 */
const SIZE_PATIENCE = 5_000;
/**
 * Time limit in ms for the first drawable picture after a seek, because WebKit reports a picture before it
 * can be drawn, and draws nothing until then.
 */
const DRAWING_PATIENCE = 5_000;
const PAUSE_BETWEEN_DRAWINGS = 50;
/** Delay in ms from knowing the duration to the seek that requests a first picture. */
const PICTURE_PATIENCE = 1_000;
/** Time in seconds that still shows the first picture. */
const BEGINNING = 0.001;
/**
 * Delays in ms before retries. To a script, a busy server or a cut connection looks like a film that the
 * browser cannot play.
 */
const PAUSES = [1_000, 3_000];
/** Width in px of a small picture, twice that of a thumbnail. */
const SMALL = 136;
const QUALITY = 0.9;

/** The film loads too slowly. A retry finds more of it in the browser's cache. */
export class FilmTooSlow extends Error {}

/**
 * Draws pictures of a film of this site, one after another, in a video element outside the page. Films of
 * other sites cannot be drawn, because browsers hide their pixels from scripts.
 */
export class FilmFrames {
  readonly #video = document.createElement('video');
  readonly #length: Promise<number>;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(address: string) {
    const video = this.#video;
    video.muted = true;
    video.setAttribute('playsinline', '');
    video.preload = 'auto';
    this.#length = this.#open(address);
    // The call that awaits the length reports its failure.
    this.#length.catch(() => {});
  }

  /** Returns the film's duration in seconds. Rejects when the browser cannot play or measure it. */
  duration(): Promise<number> {
    return this.#length;
  }

  /** Returns the picture at a time as a small `data:` URL. */
  small(seconds: number): Promise<string> {
    return this.#draw(seconds, SMALL, async (canvas) => canvas.toDataURL('image/jpeg', QUALITY));
  }

  /** Returns the picture at a time as a JPEG file, in the film's width up to the largest served one. */
  file(seconds: number, name: string): Promise<File> {
    return this.#draw(seconds, MAX_PICTURE_WIDTH, async (canvas) => {
      const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', QUALITY));
      if (!blob) throw new Error('The canvas returned no picture.');
      return new File([blob], name, { type: 'image/jpeg' });
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#video.removeAttribute('src');
    this.#video.load();
  }

  async #open(address: string): Promise<number> {
    for (const pause of PAUSES) {
      try {
        return await this.#load(address);
      } catch (error) {
        if (this.#isClosed || error instanceof FilmTooSlow) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
        if (this.#isClosed) throw error;
      }
    }
    return this.#load(address);
  }

  async #load(address: string): Promise<number> {
    const video = this.#video;
    const loaded = happened(video, 'loadeddata');
    const measured = happened(video, 'loadedmetadata').then(() => this.#askForPicture(loaded));
    video.src = address;
    await Promise.all([loaded, measured]);
    if (video.videoWidth === 0) await happened(video, 'resize', SIZE_PATIENCE).catch(() => {});
    const { duration, videoWidth } = video;
    if (!Number.isFinite(duration) || duration <= 0 || videoWidth === 0)
      throw new Error('The film has no duration or no picture.');
    return duration;
  }

  /**
   * Seeks when no picture arrives, because Safari on phones and tablets loads none before, despite `preload`.
   */
  async #askForPicture(loaded: Promise<void>): Promise<void> {
    await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PICTURE_PATIENCE))]);
    const { readyState, HAVE_CURRENT_DATA } = this.#video;
    // Not awaited, because a seek in an unloaded film may end without an event.
    if (readyState < HAVE_CURRENT_DATA) this.#video.currentTime = BEGINNING;
  }

  /** Draws one picture. Calls are serialized, because a second seek would move the film during the first. */
  #draw<T>(seconds: number, widest: number, use: (canvas: HTMLCanvasElement) => Promise<T>): Promise<T> {
    const drawn = this.#last.then(async () => {
      await this.duration();
      await this.#seek(seconds);
      const { videoWidth, videoHeight } = this.#video;
      const scale = Math.min(1, widest / videoWidth);
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(videoWidth * scale);
      canvas.height = Math.round(videoHeight * scale);
      await this.#drawOn(canvas);
      return await use(canvas);
    });
    this.#last = drawn.catch(() => {});
    return drawn;
  }

  async #drawOn(canvas: HTMLCanvasElement): Promise<void> {
    const { width, height } = canvas;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('The browser returned no canvas context.');
    for (let waited = 0; waited < DRAWING_PATIENCE; waited += PAUSE_BETWEEN_DRAWINGS) {
      context.drawImage(this.#video, 0, 0, width, height);
      // Films have no transparent pictures, so transparency means that nothing was drawn.
      if (context.getImageData(0, 0, width, height).data.some((value) => value !== 0)) return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_BETWEEN_DRAWINGS));
    }
    throw new FilmTooSlow();
  }

  async #seek(seconds: number): Promise<void> {
    const video = this.#video;
    if (video.currentTime === seconds && !video.seeking) return;
    const sought = happened(video, 'seeked');
    video.currentTime = seconds;
    await sought;
  }
}

/** Resolves with a video's event. Rejects on an error or a timeout. */
function happened(
  video: HTMLVideoElement,
  name: 'loadedmetadata' | 'loadeddata' | 'resize' | 'seeked',
  patience = PATIENCE,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const { signal } = ended;
    const end = (settle: () => void) => {
      ended.abort();
      clearTimeout(timer);
      settle();
    };
    const fail = () => end(() => reject(new Error('The film cannot be read.')));
    const timer = setTimeout(() => end(() => reject(new FilmTooSlow())), patience);
    // The event of an earlier seek may arrive during a later one.
    video.addEventListener(name, () => (name === 'seeked' && video.seeking) || end(resolve), { signal });
    video.addEventListener('error', fail, { signal });
  });
}
