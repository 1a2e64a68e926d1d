import type { Generated } from 'kysely';

/** Deleted items, until they are restored or expire. */
export interface TrashTables {
  /** One row per deletion of an item. */
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
    /** 0: permanently deleted. */
    expires_at: number;
  };
  /** Rows deleted with the item, including its own; from older programs also members' rows. */
  trash_rows: {
    id: Generated<number>;
    trash_id: number;
    table_name: string;
    /** Set for rows of oceans, waves and droplets. */
    item_id: number | null;
    /** The member or letter of rows from programs before migration 51, one row per member. */
    user_id: number | null;
    letter_id: number | null;
    /** A JSON list of objects. Booleans are true and false, or 0 and 1, depending on the engine. */
    content: string;
  };
  /** Own files of the items. Their uploads are stored as long. */
  trash_files: { path: string; trash_id: number };
}
