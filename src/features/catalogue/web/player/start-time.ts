let asked = { mediaUrl: '', seconds: 0 };

/** Asks the next player of a medium to start at a second. */
export function startAt(mediaUrl: string, seconds: number): void {
  asked = { mediaUrl, seconds };
}

/** Returns the second at which a medium was asked to start, once; else 0. */
export function takeStart(mediaUrl: string): number {
  const { seconds } = asked;
  if (asked.mediaUrl !== mediaUrl) return 0;
  asked = { mediaUrl: '', seconds: 0 };
  return seconds;
}
