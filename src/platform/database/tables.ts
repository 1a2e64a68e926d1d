import type { Generated } from 'kysely';
import type { GiftTables } from './gift-tables.ts';
import type { HealthTables } from './health-tables.ts';
import type { MailTables } from './mail-tables.ts';
import type { PaymentTables } from './payment-tables.ts';
import type { ReaderTables } from './reader-tables.ts';
import type { TrashTables } from './trash-tables.ts';
import type { UploadTables } from './upload-tables.ts';
import type { UsageTables } from './usage-tables.ts';

/* The tables of both engines. Times are epoch milliseconds, set by the program. Lists are JSON text.
   SQLite returns booleans as 0 and 1. */

type Flag = boolean | number;
type ItemType = 'ocean' | 'wave' | 'droplet';
type IntroMediaType = 'none' | 'video' | 'audio';
type DropletMediaType = 'video' | 'audio' | 'text' | 'image' | 'interactive';

interface ContentColumns {
  id: Generated<number>;
  position: number;
  slug: string;
  title: string;
  description: string;
  image_url: string | null;
  /** Null: decorative. */
  image_alt: string | null;
  /** Hash of the upload at `image_url`, a colon and its `blur`. Older programs leave a previous upload's. */
  image_blur: Generated<string | null>;
  media_url: string | null;
  captions_url: string | null;
  captions_language: string | null;
  /** A JSON list. */
  further_captions: Generated<string>;
  access_type: 'free' | 'premium';
  is_published: Flag;
  keywords: string;
  additional_resources: string;
  created_at: number;
  updated_at: number;
  /** Increases with every change, so that a save based on an older version is refused. */
  version: Generated<number>;
  /** Time at which the schedule publishes the draft. */
  publish_at: Generated<number | null>;
  /** Time at which the schedule makes the item a draft. */
  unpublish_at: Generated<number | null>;
  /** Time at which a scheduled publication failed. `publish_at` has then passed. */
  publish_stopped_at: Generated<number | null>;
  /** Time of the first publication. Null: never published, or published by an older program. */
  published_at: Generated<number | null>;
}

export interface OceansTable extends ContentColumns {
  media_type: IntroMediaType;
}

export interface WavesTable extends ContentColumns {
  media_type: IntroMediaType;
  ocean_id: number;
  duration: number;
  is_sample: Flag;
}

export interface DropletsTable extends ContentColumns {
  media_type: DropletMediaType;
  wave_id: number;
  duration: number;
  is_sample: Flag;
}

/** The table of items of each type. */
export const TABLE_OF = { ocean: 'oceans', wave: 'waves', droplet: 'droplets' } as const;
export type ItemTable = (typeof TABLE_OF)[keyof typeof TABLE_OF];

export interface Tables
  extends GiftTables,
    HealthTables,
    MailTables,
    PaymentTables,
    ReaderTables,
    TrashTables,
    UploadTables,
    UsageTables {
  oceans: OceansTable;
  waves: WavesTable;
  droplets: DropletsTable;
  /** A droplet's keywords, one per row, so that a filter by keyword is an index lookup. */
  droplet_keywords: { droplet_id: number; keyword: string };
  /** Number of droplets with a keyword, including drafts. Counting at read time would read all of them. */
  keyword_uses: { keyword: string; uses: number };
  /** The search index: which ids of a block contain a term, and where (search/postings.ts). */
  search_postings: { term: string; block: number; ids: Uint8Array };
  /** JSON list of the entries that an id was indexed with, for their removal. */
  search_documents: { id: number; entries: string };
  /**
   * The words of captions with which a droplet was indexed, separated by spaces, and whether it was locked
   * then.
   */
  spoken_documents: { id: number; words: string; is_locked: Flag };
  /** The vocabulary: each word under all keys that lead to it (search/terms.ts). */
  search_words: { key: string; word: string };
  /** The own files (`/media/…`) in an item. Readers who may open the item may fetch them. */
  media_references: {
    path: string;
    item_type: ItemType;
    item_id: number;
    /** The item's picture, which locked items show too. */
    is_picture: Generated<Flag>;
  };
  /** One row, increased by every write to the catalogue or the settings. */
  catalogue_version: { id: number; version: number };
  settings: {
    key: string;
    value: string;
    category: string;
    description: string | null;
    updated_at: number;
  };
  /** The audit log: one row per change, with its author and time. */
  audit_log: {
    id: Generated<number>;
    at: number;
    user_id: number | null;
    action: string;
    item_type: string;
    item_id: string;
    title: string;
    /** A JSON object. */
    details: string;
    /** Whether the author's account was deleted, so that `user_id` is null. */
    author_erased: Generated<Flag>;
  };
  /**
   * Own files that only previous values in the audit log refer to. Their uploads and texts are stored as
   * long.
   */
  history_files: { path: string; entry_id: number };
  users: {
    id: Generated<number>;
    username: string;
    /** The normalized username, which is unique. */
    username_key: string;
    email: string | null;
    email_key: string | null;
    email_verified_at: number | null;
    /** Null after a sign-in link took over an account with an unverified address. */
    password_hash: string | null;
    role: string;
    created_at: number;
    /** End of the role `subscriber`; null for a role given by hand, which has no end. */
    subscriber_until: Generated<number | null>;
    /** Latest end of the valid grants: see `access_grants`; null without one. */
    granted_until: Generated<number | null>;
    /** Time at which the account became an editor's; null for other accounts. */
    editor_since: Generated<number | null>;
    /** Time at which the account was disabled; null for an account in use. */
    disabled_at: Generated<number | null>;
    /** First login as an administrator or editor without a second factor. */
    admin_login_at: Generated<number | null>;
    /** Time at which an administrator stopped the weekly summary of analytics. */
    summary_stopped_at: Generated<number | null>;
  };
  sessions: {
    id_hash: string;
    user_id: number;
    created_at: number;
    last_seen_at: number;
    user_agent: string | null;
  };
  passkeys: {
    id: Generated<number>;
    user_id: number;
    credential_id: string;
    public_key: string;
    /** The account's id for authenticators: random, equal for all passkeys of the account. */
    user_handle: string;
    /** The authenticator's counter of uses; 0 for authenticators without one. */
    sign_count: number;
    /** JSON list. */
    transports: string;
    is_backed_up: Flag;
    name: string;
    created_at: number;
    last_used_at: number | null;
  };
  /** Open challenges of passkeys. The first use deletes a challenge. */
  passkey_challenges: {
    hash: string;
    purpose: string;
    /** The account that registers a passkey, and its id for the authenticator. */
    user_id: number | null;
    user_handle: string | null;
    expires_at: number;
  };
  /** Secrets of time-based codes (RFC 6238). */
  totp_secrets: {
    user_id: number;
    /** In Base32, unencrypted because the server computes codes with it. */
    secret: string;
    created_at: number;
    confirmed_at: number | null;
    /** Time step of the last code, so that no code works twice. */
    last_step: number | null;
  };
  /** Security events of an account, shown to its owner. */
  security_events: {
    id: Generated<number>;
    at: number;
    user_id: number;
    kind: string;
    detail: string | null;
    /** For example 'Firefox on Windows'; null when caused by the program or another person. */
    device: string | null;
  };
  recovery_codes: { id: Generated<number>; user_id: number; code_hash: string; used_at: number | null };
  email_signups: {
    id: Generated<number>;
    email: string;
    email_key: string;
    source: string;
    has_access: Flag;
    created_at: number;
  };
  /** Mailed verifications of an address: sign-in links, password resets, address changes. */
  email_tokens: {
    id: Generated<number>;
    purpose: string;
    email_key: string;
    user_id: number | null;
    token_hash: string;
    code_hash: string | null;
    code_attempts: number;
    created_at: number;
    expires_at: number;
    used_at: number | null;
  };
  favorites: {
    id: Generated<number>;
    user_id: number;
    item_type: ItemType;
    item_id: number;
    created_at: number;
  };
  /** The node that runs a recurring task until `expires_at` (lease.ts). */
  leases: { name: string; holder: string; expires_at: number };
  rate_limits: { key: string; count: number; resets_at: number };
  /** Secrets that all nodes share. */
  secrets: { name: string; value: string };
}
