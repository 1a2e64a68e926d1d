/** Decides which content a reader may open. Visitors have no account. */
export type Tier = 'visitor' | 'free' | 'subscriber' | 'editor' | 'admin';

/** The part of a reader that decides what they see and open. */
export interface Viewer {
  readonly tier: Tier;
  /**
   * The draft of a preview link, in addition to what the tier sees. No cache of ours stores these responses.
   */
  readonly preview?: PreviewScope;
}

/** An item and everything below it, drafts included. */
export interface PreviewScope {
  readonly type: 'ocean' | 'wave' | 'droplet';
  readonly id: number;
  /** The ocean and the wave above the item; for an ocean or a wave, its own id. */
  readonly oceanId: number;
  readonly waveId: number | null;
  /** Ids of the waves whose droplets all belong to it. */
  readonly waves: readonly number[];
}

/** The person behind a request, determined once per request from cookies. */
export interface Reader extends Viewer {
  readonly userId: number | null;
  /** SHA-256 of the session's id; null without a session. */
  readonly sessionHash: string | null;
}

/** A signed-in reader. */
export interface Member extends Reader {
  readonly userId: number;
}

export const VISITOR: Reader = { tier: 'visitor', userId: null, sessionHash: null };

/**
 * Whether a browser has given an email address, according to its cookie. `revoked`: an administrator has
 * withdrawn that address's access.
 */
type Entry = 'none' | 'entered' | 'revoked';

declare module 'fastify' {
  interface FastifyRequest {
    reader: Reader;
    entry: Entry;
  }
}
