/* Code that runs inside the page. */

export type Sight = 'picture' | 'frame';

export interface SightWindow extends Window {
  /** Milliseconds from the next press until its result is visible. */
  firstSight(sight: Sight): Promise<number>;
}

/**
 * Adds `firstSight` to the page. The function refers to nothing outside of it, because it is sent as text.
 */
export function addFirstSight(): void {
  let pressed = 0;
  addEventListener(
    'pointerdown',
    () => {
      pressed ||= performance.now();
    },
    { capture: true, passive: true },
  );
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const picture = () => document.querySelector<HTMLImageElement>('dialog[open] img, [role="dialog"] img');
  const video = () => document.querySelector<HTMLVideoElement>('dialog[open] video, [role="dialog"] video');

  (window as unknown as SightWindow).firstSight = async (sight) => {
    pressed = 0;
    const before = picture()?.currentSrc;
    while (pressed === 0) await nextFrame();
    if (sight === 'frame') {
      while (!video()) await nextFrame();
      return await new Promise((resolve) =>
        video()?.requestVideoFrameCallback((now) => resolve(now - pressed)),
      );
    }
    for (;;) {
      const shown = picture();
      if (shown?.complete && shown.naturalWidth > 0 && shown.currentSrc !== before) {
        await shown.decode().catch(() => {});
        // One frame draws the result, and the next frame begins when it is on the screen.
        await nextFrame();
        await nextFrame();
        return performance.now() - pressed;
      }
      await nextFrame();
    }
  };
}
