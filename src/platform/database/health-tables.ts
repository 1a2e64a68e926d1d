import type { Generated } from 'kysely';

/** Stored state of the health page. */
export interface HealthTables {
  /** Runs of `npm run backup`. */
  backups: {
    id: Generated<number>;
    at: number;
    /** Size of the database and the uploads; null for a failed run. */
    bytes: number | null;
    /** Number of uploaded files; null: they were omitted. */
    uploads: number | null;
    /** Cause of the failure. */
    problem: string | null;
  };
  /** Addresses of other sites in published content, one row per address. */
  content_links: {
    id: Generated<number>;
    url: string;
    url_key: string;
    /** One of the items that contain it. */
    item_type: 'ocean' | 'wave' | 'droplet';
    item_id: number;
    /**
     * `found`, `gone`, `silent`, `private` (the server refuses the address), `kept-out` (the site's
     * robots.txt disallows it) or `unsure` (the robots.txt could not be read); null before the first check.
     */
    state: string | null;
    /** Consecutive failed checks. */
    failures: Generated<number>;
    checked_at: number | null;
    next_check_at: number;
    /** Time of the last walk through the content that found the address. */
    walked_at: number;
    /** Time at which an administrator dismissed it. */
    dismissed_at: number | null;
  };
  /** Serious problems. One mail is sent for each of them. */
  health_problems: { name: string; first_seen_at: number; last_seen_at: number; mailed_at: number | null };
  /** State of recurring checks between two rounds. `details`: JSON. */
  health_notes: { name: string; at: number; details: string };
}
