import type { Generated } from 'kysely';

/* Tables of members: granted access, removed favorites, progress, marks, welcomes and comfort. */

type Flag = boolean | number;

export interface ReaderTables {
  /** Access given to a person, separate from payments. Instants in epoch ms. */
  access_grants: {
    id: Generated<number>;
    /** Null: the grant waits for an account that verifies the address. */
    user_id: number | null;
    /** Null after an account has received the grant. */
    email_key: string | null;
    starts_at: number;
    /** Null: no end. */
    ends_at: number | null;
    reason: string;
    /** 'owner', 'code' or 'import'. */
    source: string;
    granted_by: number | null;
    created_at: number;
    withdrawn_at: Generated<number | null>;
    withdrawn_by: Generated<number | null>;
  };
  /** Times of removals, for presses on other devices that arrive later. */
  removed_favorites: {
    id: Generated<number>;
    user_id: number;
    item_type: 'ocean' | 'wave' | 'droplet';
    item_id: number;
    removed_at: number;
  };
  /** A member's progress in a droplet. Positions in ms. */
  progress: {
    user_id: number;
    droplet_id: number;
    /** Position of the last stop, at the time `at`. */
    position: number;
    furthest: number;
    /** Time at which the droplet was first seen to its end. */
    seen_at: number | null;
    at: number;
  };
  /** Without a row: progress is stored and was never deleted. */
  progress_choices: { user_id: number; remembers: Generated<Flag>; forgotten_at: number | null };
  /**
   * Droplets that a member wants to see again. `step`: number of the next return, from 0; null when there is
   * none.
   */
  again_marks: { user_id: number; droplet_id: number; step: number | null; at: number };
  /** The last lessons for a member's return. `day`: 'YYYY-MM-DD'; `content`: a `Welcome` as JSON. */
  welcomes: { user_id: number; day: string; content: string };
  /** An account's choices of comfort; no row before the first choice. */
  comfort: {
    user_id: number;
    theme: 'system' | 'light' | 'dark';
    text_size: 'normal' | 'large' | 'larger';
    motion: 'system' | 'on' | 'off';
    captions: Generated<Flag>;
  };
}
