/** What decides which content a reader may open. A visitor has no account; free, subscriber and admin do. */
export type Tier = 'visitor' | 'free' | 'subscriber' | 'admin';

/** Who is asking, resolved once per request from the session cookie. */
export interface Reader {
  readonly tier: Tier;
  readonly userId: number | null;
  /** SHA-256 of the session id, for the row that stands behind it; null without a session. */
  readonly sessionHash: string | null;
}

/** A reader who is signed in. */
export interface Member extends Reader {
  readonly userId: number;
}

export const VISITOR: Reader = { tier: 'visitor', userId: null, sessionHash: null };

/** Any reader of a tier: what is kept for all of them is made for this one. */
export const someoneOf = (tier: Tier): Reader => ({ tier, userId: null, sessionHash: null });

export const isAdmin = (reader: Reader) => reader.tier === 'admin';

declare module 'fastify' {
  interface FastifyRequest {
    reader: Reader;
  }
}
