/* Rate limits as data: an endpoint declares them, `serve` spends them before its handler runs. */

/**
 * Subject that a limit counts by. `caller`: the network address, of IPv6 also its wider networks. `account`:
 * the signed-in user. `reader`: the user, or a visitor's address. `body.email`: that field of the body, in
 * whatever case it is written. `mailbox.email`: the mailbox that the field names (see `mailboxOf`).
 */
export type Subject = 'caller' | 'account' | 'reader' | `body.${string}` | `mailbox.${string}`;

export interface RateLimit {
  /**
   * Begins the counter's key in the table `rate_limits`. Nodes of all versions share it: it is never renamed.
   */
  readonly name: string;
  /** Uses per window. */
  readonly max: number;
  /** Milliseconds. */
  readonly window: number;
  /** The text of the 429, where it is not the usual one. */
  readonly message?: string;
}

/** A limit whose subject the request tells. Several subjects count a combination. */
export interface RequestLimit extends RateLimit {
  readonly by: readonly Subject[];
  /** A field of the body: calls that leave it empty are not counted. */
  readonly unlessEmpty?: string;
}
