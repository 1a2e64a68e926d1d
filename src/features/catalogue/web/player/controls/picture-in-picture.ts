/** Returns how to show a film in a window of its own; undefined where the browser cannot. */
export function pictureInPictureOf(media: Element | null): (() => void) | undefined {
  if (!(media instanceof HTMLVideoElement) || !document.pictureInPictureEnabled) return undefined;
  // A refusal leaves the film where it is.
  return () => void media.requestPictureInPicture().catch(() => {});
}
