import type { Generated } from 'kysely';

/** Stored state of the health page. */
export interface HealthTables {
  /** Runs of `npm run backup`. */
  backups: {
    id: Generated<number>;
    at: number;
    /** Size of the database and the uploads; null for a run that failed. */
    bytes: number | null;
    /** Number of uploaded files; null: left out. */
    uploads: number | null;
    /** Why it failed. */
    problem: string | null;
  };
  /** Addresses elsewhere that published content leads to: one row for each address. */
  content_links: {
    id: Generated<number>;
    url: string;
    url_key: string;
    /** One of the items that lead to it. */
    item_type: 'ocean' | 'wave' | 'droplet';
    item_id: number;
    /**
     * `found`, `gone`, `silent`, `private` (the server does not go there), `kept-out` (the site asks programs
     * to stay away) or `unsure` (it did not say); null before the first check.
     */
    state: string | null;
    /** Checks in a row that found nothing. */
    failures: Generated<number>;
    checked_at: number | null;
    next_check_at: number;
    /** The last walk through the content that found it. */
    walked_at: number;
    /** Since when an administrator does not want to hear of it. */
    dismissed_at: number | null;
  };
  /** Serious problems: a mail is sent for each of them, once. */
  health_problems: { name: string; first_seen_at: number; last_seen_at: number; mailed_at: number | null };
  /** State of recurring checks between two rounds. `details`: JSON. */
  health_notes: { name: string; at: number; details: string };
}
