/** Shorter side in px of a prepared film's smaller file. */
export const SMALL_SIDE = 360;

export const filmName = (hash: string, side: number): string => `${hash}-${side}.mp4`;
