import type { Generated } from 'kysely';

type Flag = boolean | number;

/** Members from other sites. Instants in epoch ms. */
export interface GiftTables {
  /** Checked files of members, and their imports. */
  member_imports: {
    id: Generated<number>;
    file_name: string;
    /** 'checked', 'running' or 'done'. */
    state: string;
    created_by: number | null;
    created_at: number;
    access_until: Generated<number | null>;
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
