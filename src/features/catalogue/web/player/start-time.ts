let asked = { mediaUrl: '', seconds: 0 };

/** Makes the next player of a medium start at a given second. */
export function startAt(mediaUrl: string, seconds: number): void {
  asked = { mediaUrl, seconds };
}

/** Returns the second at which a medium is to start, then forgets it; 0 by default. */
export function takeStart(mediaUrl: string): number {
  const { seconds } = asked;
  if (asked.mediaUrl !== mediaUrl) return 0;
  asked = { mediaUrl: '', seconds: 0 };
  return seconds;
}
