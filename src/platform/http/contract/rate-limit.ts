/* Rate limits as data: an endpoint declares them, and `serve` spends them before its handler runs. */

/**
 * Subject of a limit. `caller`: the network address, for IPv6 also its wider networks. `account`: the
 * signed-in user. `reader`: the user, or a visitor's address. `body.email`: that field of the body, in any
 * case. `mailbox.email`: the mailbox of the address in the field (see `mailboxOf`).
 */
export type Subject = 'caller' | 'account' | 'reader' | `body.${string}` | `mailbox.${string}`;

export interface RateLimit {
  /**
   * Prefix of the counter's key in the table `rate_limits`. Never renamed, because nodes of all versions
   * share it.
   */
  readonly name: string;
  /** Uses per window. */
  readonly max: number;
  /** Milliseconds. */
  readonly window: number;
  /** The text of the 429, if not the usual one. */
  readonly message?: string;
}

/** A limit with subjects from the request. Several subjects count as a combination. */
export interface RequestLimit extends RateLimit {
  readonly by: readonly Subject[];
  /** A field of the body. Calls that leave it empty do not count. */
  readonly unlessEmpty?: string;
}
