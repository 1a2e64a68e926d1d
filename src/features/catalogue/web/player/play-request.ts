let requested: string | null = null;

/**
 * Makes the player of a medium start as soon as it is shown. Call it in the event handler of the press that
 * opens the player: browsers play sound only after a press.
 */
export function requestPlay(mediaUrl: string): void {
  requested = mediaUrl;
}

/** Returns whether a press has requested this medium, and ends the request, so that it starts once. */
export function takePlayRequest(mediaUrl: string): boolean {
  const isRequested = requested === mediaUrl;
  if (isRequested) requested = null;
  return isRequested;
}
