import type { Generated } from 'kysely';

/** Deleted items, until they are restored or expire. */
export interface TrashTables {
  /** One for each deletion of an item. */
  trash: {
    id: Generated<number>;
    item_type: 'ocean' | 'wave' | 'droplet';
    item_id: number;
    slug: string;
    title: string;
    /** The title in lower case, for the search. */
    title_key: string;
    image_url: string | null;
    parent_id: number | null;
    parent_title: string | null;
    /** Numbers of items below the item, and of favorites of all of them. */
    waves: Generated<number>;
    droplets: Generated<number>;
    favorites: Generated<number>;
    deleted_at: number;
    /** Null: the program, or a deleted account. */
    deleted_by: number | null;
    /** 0: deleted for good. */
    expires_at: number;
  };
  /** Rows that were deleted with the item, its own included; from older programs also rows of members. */
  trash_rows: {
    id: Generated<number>;
    trash_id: number;
    table_name: string;
    /** Of a row of oceans, waves and droplets. */
    item_id: number | null;
    /** The member or the letter of rows from programs before migration 51, those of a member together. */
    user_id: number | null;
    letter_id: number | null;
    /** A JSON list of objects. Booleans are true and false, or 0 and 1, as the engine had them. */
    content: string;
  };
  /** The own files that the items referred to. Their uploads are kept. */
  trash_files: { path: string; trash_id: number };
}
