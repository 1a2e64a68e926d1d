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
  /** Hash of the upload at `image_url`, a colon and its `blur`. Older programs leave a former upload's. */
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
  /** Grows with every change, so that a save from an older version is refused. */
  version: Generated<number>;
  /** Time at which the draft goes live by itself. */
  publish_at: Generated<number | null>;
  /** Time at which the item becomes a draft by itself. */
  unpublish_at: Generated<number | null>;
  /** Time at which it did not go live although it was planned. `publish_at` is then over. */
  publish_stopped_at: Generated<number | null>;
  /** Time of the first publication. Null: never, or by an older program. */
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
  /** A droplet's keywords again, one row each, so that a filter by keyword is an index lookup. */
  droplet_keywords: { droplet_id: number; keyword: string };
  /** Number of droplets with a keyword, drafts included. Counting at read time would read all of them. */
  keyword_uses: { keyword: string; uses: number };
  /** The search index: which of a block of neighboring ids contain a term, and where (search/postings.ts). */
  search_postings: { term: string; block: number; ids: Uint8Array };
  /** JSON list of the entries that an id was indexed with, for their removal. */
  search_documents: { id: number; entries: string };
  /**
   * The words of captions that a droplet was indexed with, separated by spaces, and whether as those of a
   * locked droplet.
   */
  spoken_documents: { id: number; words: string; is_locked: Flag };
  /** The vocabulary: each word under every key that leads to it (search/terms.ts). */
  search_words: { key: string; word: string };
  /** The own files (`/media/…`) that an item refers to. Whoever may open the item may fetch them. */
  media_references: {
    path: string;
    item_type: ItemType;
    item_id: number;
    /** The item's picture, which locked items show too. */
    is_picture: Generated<Flag>;
  };
  /** One row, bumped by every write to the catalogue or the settings. */
  catalogue_version: { id: number; version: number };
  settings: {
    key: string;
    value: string;
    category: string;
    description: string | null;
    updated_at: number;
  };
  /** The audit log: one row for each change, with its author and time. */
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
    /** The author's account was deleted, so `user_id` is null. */
    author_erased: Generated<Flag>;
  };
  /** Own files that only previous values in the audit log refer to. Their uploads and texts are kept. */
  history_files: { path: string; entry_id: number };
  users: {
    id: Generated<number>;
    username: string;
    /** The normalized username, which is unique. */
    username_key: string;
    email: string | null;
    email_key: string | null;
    email_verified_at: number | null;
    /** Null after a sign-in link took over an account with an unproven address. */
    password_hash: string | null;
    role: string;
    created_at: number;
    /** End of the role `subscriber`; null for a role without end, given by hand. */
    subscriber_until: Generated<number | null>;
    /** Last end of the grants that are not withdrawn: see `access_grants`; null without one. */
    granted_until: Generated<number | null>;
    /** Since when the account is an editor's; null: it is none. */
    editor_since: Generated<number | null>;
    /** Since when nobody can sign in; null for an account in use. */
    disabled_at: Generated<number | null>;
    /** First login as an administrator or editor without a second factor. */
    admin_login_at: Generated<number | null>;
    /** Since when an administrator does not want the weekly summary of analytics. */
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
    /** The account as authenticators know it: random, equal for all passkeys of the account. */
    user_handle: string;
    /** Uses as the authenticator counts them; 0 for those that do not count. */
    sign_count: number;
    /** JSON list. */
    transports: string;
    is_backed_up: Flag;
    name: string;
    created_at: number;
    last_used_at: number | null;
  };
  /** Open challenges of passkeys: each is deleted with its first use. */
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
    /** Base32. Readable, because the server computes codes with it. */
    secret: string;
    created_at: number;
    confirmed_at: number | null;
    /** Time step of the last code: no code works twice. */
    last_step: number | null;
  };
  /** Security events of an account, shown to its owner. */
  security_events: {
    id: Generated<number>;
    at: number;
    user_id: number;
    kind: string;
    detail: string | null;
    /** 'Firefox on Windows'; null when the program or another person did it. */
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
  /** Emailed proofs of an address: sign-in links, password resets, address changes. */
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
