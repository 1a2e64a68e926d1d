import type { Generated } from 'kysely';

type Flag = boolean | number;

/** Gift codes, members from other sites, and links to drafts. Instants in epoch ms. */
export interface GiftTables {
  gift_codes: {
    id: Generated<number>;
    /** The code in its form for people. */
    code: string;
    /** The code in its form for lookups: see `normalizeCode`. */
    code_key: string;
    /** Idempotency key from the form that created the code. */
    request_key: string;
    months: number;
    uses: number;
    used: Generated<number>;
    /** End of the time for redeeming. */
    ends_at: number;
    /** Number of invitations sent. */
    invited: number;
    created_by: number | null;
    created_at: number;
    withdrawn_at: Generated<number | null>;
  };
  /** Uses of gift codes: an account uses a code once. A row outlives its account, with `user_id` null. */
  gift_redemptions: {
    id: Generated<number>;
    code_id: number;
    user_id: number | null;
    grant_id: number | null;
    redeemed_at: number;
  };
  /** Checked files of members, and their imports. */
  member_imports: {
    id: Generated<number>;
    file_name: string;
    /** 'checked', 'running' or 'done'. */
    state: string;
    created_by: number | null;
    created_at: number;
    access_until: Generated<number | null>;
    /** The last day of access in the time zone of the choosing administrator, such as `2030-11-25`. */
    access_day: Generated<string | null>;
    is_inviting: Generated<Flag>;
    finished_at: Generated<number | null>;
    /** A JSON list of `{ line, message }`. */
    problems: string;
    members: Generated<number>;
    fresh: Generated<number>;
    with_plan: Generated<number>;
    refused: Generated<number>;
    handled: Generated<number>;
    added: Generated<number>;
    granted: Generated<number>;
    invited: Generated<number>;
  };
  /** Links that show a draft to people without an account. */
  preview_links: {
    id: Generated<number>;
    secret_hash: string;
    item_type: 'ocean' | 'wave' | 'droplet';
    item_id: number;
    for_whom: string;
    created_by: number;
    created_at: number;
    expires_at: number;
    opened: Generated<number>;
    last_opened_at: Generated<number | null>;
  };
  /** Members who are not imported yet. The import deletes their rows. */
  member_import_rows: {
    import_id: number;
    line: number;
    email: string;
    email_key: string;
    joined_at: number | null;
    has_plan: Flag;
  };
}
