let requested: string | null = null;

/**
 * Asks the player of a medium to start by itself when it is shown. Call it in the event handler of the press
 * that opens the player: browsers play sound only after a press.
 */
export function requestPlay(mediaUrl: string): void {
  requested = mediaUrl;
}

/** Whether a press has asked for this medium. */
export const isPlayRequested = (mediaUrl: string): boolean => requested === mediaUrl;

/** Call it when the requested player is shown: a press counts once. */
export function endPlayRequest(): void {
  requested = null;
}
