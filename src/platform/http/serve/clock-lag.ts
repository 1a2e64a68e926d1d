/** Difference of two clocks in ms up to which it may be the duration of a request. */
const NOTICED = 60_000;

/**
 * Returns a device's lag behind the server's clock, in ms; negative when it is ahead. `sentAt`: the device's
 * time at sending, which earlier versions omit. A small difference counts as none, so that a report sent
 * twice has one time.
 */
export function clockLag(sentAt: number | undefined, now = Date.now()): number {
  const lag = sentAt === undefined ? 0 : now - sentAt;
  return Math.abs(lag) < NOTICED ? 0 : lag;
}
