let requested: string | null = null;

/**
 * Makes the player of a medium start as soon as it is shown. Call it in the event handler of the press that
 * opens the player: browsers play sound only after a press.
 */
export function requestPlay(mediaUrl: string): void {
  requested = mediaUrl;
}

/** Whether a press has requested this medium. */
export const isPlayRequested = (mediaUrl: string): boolean => requested === mediaUrl;

/** Ends the request when the player is shown, so that a press starts it once. */
export function endPlayRequest(): void {
  requested = null;
}
