/** Decides which content a reader may open. A visitor has no account. */
export type Tier = 'visitor' | 'free' | 'subscriber' | 'editor' | 'admin';

/** As much of a reader as decides what they see and open. */
export interface Viewer {
  readonly tier: Tier;
  /** The draft of a preview link, beside what the tier sees. Responses are then in no cache of ours. */
  readonly preview?: PreviewScope;
}

/** An item and everything below it, drafts too. */
export interface PreviewScope {
  readonly type: 'ocean' | 'wave' | 'droplet';
  readonly id: number;
  /** The ocean and the wave that hold the item; of an ocean or a wave its own id. */
  readonly oceanId: number;
  readonly waveId: number | null;
  /** Ids of the waves whose droplets are all in it. */
  readonly waves: readonly number[];
}

/** The person behind a request. Found once per request, from cookies. */
export interface Reader extends Viewer {
  readonly userId: number | null;
  /** SHA-256 of the session's id; null without a session. */
  readonly sessionHash: string | null;
}

/** A reader who is signed in. */
export interface Member extends Reader {
  readonly userId: number;
}

export const VISITOR: Reader = { tier: 'visitor', userId: null, sessionHash: null };

/**
 * Whether a browser has given an email address, by its cookie. `revoked`: an administrator has withdrawn the
 * access of that address.
 */
export type Entry = 'none' | 'entered' | 'revoked';

declare module 'fastify' {
  interface FastifyRequest {
    reader: Reader;
    entry: Entry;
  }
}
