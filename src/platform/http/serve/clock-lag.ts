/** A smaller difference of two clocks, in ms, may be the time that a request takes. */
const NOTICED = 60_000;

/**
 * Lag of a device's clock behind the server's, in ms; negative: it is ahead. `sentAt` is what it
 * showed when it sent the request; programs of versions before do not say. A small difference counts as
 * none, so that a report that is sent twice has one time.
 */
export function clockLag(sentAt: number | undefined, now = Date.now()): number {
  const lag = sentAt === undefined ? 0 : now - sentAt;
  return Math.abs(lag) < NOTICED ? 0 : lag;
}
