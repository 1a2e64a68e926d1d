import type { Generated } from 'kysely';

/* The columns as both engines hold them. Instants are epoch milliseconds set by the program; lists are JSON
   text; booleans are read as `boolean | number` because SQLite answers 0 and 1. */

type Flag = boolean | number;

interface ContentColumns {
  id: Generated<number>;
  position: number;
  slug: string;
  title: string;
  description: string;
  image_url: string | null;
  media_type: string;
  media_url: string | null;
  captions_url: string | null;
  access_type: string;
  is_published: Flag;
  keywords: string;
  additional_resources: string;
  created_at: number;
  updated_at: number;
  /** Moves with every change of the item: an editor who began from an older one is told. */
  version: Generated<number>;
}

type OceansTable = ContentColumns;

interface WavesTable extends ContentColumns {
  ocean_id: number;
  duration: number;
  is_sample: Flag;
}

interface DropletsTable extends ContentColumns {
  wave_id: number;
  duration: number;
  is_sample: Flag;
}

export interface Tables {
  oceans: OceansTable;
  waves: WavesTable;
  droplets: DropletsTable;
  /** A droplet's keywords once more, one row each, so that a filter by keyword is an index look-up. */
  droplet_keywords: { droplet_id: number; keyword: string };
  /** How many droplets bear a keyword, drafts too: counting them anew for each reader would take all of them. */
  keyword_uses: { keyword: string; uses: number };
  /** The search index: which of a block of neighbouring ids hold a term, and where (search/postings.ts). */
  search_postings: { term: string; block: number; ids: Uint8Array };
  /** What an id was indexed with, as a JSON list, so that it can be taken out again. */
  search_documents: { id: number; entries: string };
  /** The vocabulary, each word under every key that may lead to it (search/terms.ts). */
  search_words: { key: string; word: string };
  /** Which own files (`/media/…`) an item refers to, so that a file is served to whoever may open the item. */
  media_references: {
    path: string;
    item_type: string;
    item_id: number;
    /** The item's picture, which is seen even where the item is locked. */
    is_picture: Generated<Flag>;
  };
  /** What administrators have uploaded. */
  uploads: {
    id: Generated<number>;
    /** The beginning of the SHA-256 of what was sent. */
    hash: string;
    /** The file that stands for it; of a picture the widest. */
    name: string;
    kind: string;
    content_type: string;
    bytes: number;
    width: number | null;
    height: number | null;
    /** A JSON object: every stored file with its size. */
    files: string;
    original_name: string;
    created_at: number;
    uploaded_by: number | null;
    /** False while the files are on their way into the store. */
    is_whole: Flag;
    /** Since when nothing refers to it, as far as the sweep has seen; null: something does. */
    unused_since: number | null;
  };
  /** One row: moves with every write to the catalogue or the settings. */
  catalogue_version: { id: number; version: number };
  settings: {
    key: string;
    value: string;
    category: string;
    description: string | null;
    updated_at: number;
  };
  /** The trail: who changed what and when. */
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
  };
  users: {
    id: Generated<number>;
    username: string;
    /** The username in lower case: unique whatever the case. */
    username_key: string;
    email: string | null;
    email_key: string | null;
    email_verified_at: number | null;
    /** Null after a sign-in link took over an account whose address was never proven. */
    password_hash: string | null;
    role: string;
    created_at: number;
    /** Until when the role `subscriber` holds; null: without an end (given by hand). */
    subscriber_until: Generated<number | null>;
  };
  sessions: {
    id_hash: string;
    user_id: number;
    created_at: number;
    last_seen_at: number;
    user_agent: string | null;
  };
  email_signups: {
    id: Generated<number>;
    email: string;
    email_key: string;
    source: string;
    has_access: Flag;
    created_at: number;
  };
  /** Emailed proofs of an address: sign-in links, and later password resets and address changes. */
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
  /** Mail is written here first and sent after, so that a crash repeats a message and never loses it. */
  mails: {
    id: Generated<number>;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    created_at: number;
    attempts: number;
    next_attempt_at: number;
    sent_at: number | null;
    last_error: string | null;
  };
  favorites: {
    id: Generated<number>;
    user_id: number;
    item_type: string;
    item_id: number;
    created_at: number;
  };
  /** Checkouts and what became of them: one row for each subscription at the payment provider. */
  subscriptions: {
    id: Generated<number>;
    /** Ours, given to the provider at the creation. */
    reference: string;
    provider: string;
    /** Null until the provider has created it. */
    provider_id: string | null;
    approve_url: string | null;
    user_id: number | null;
    /** The hash of the cookie of the browser that pays without an account. */
    browser_hash: string | null;
    email_key: string | null;
    status: string;
    /** What the provider is to be brought to: `renew`, `pause` or `stop`. */
    wish: Generated<string>;
    paused_at: number | null;
    activated_at: number | null;
    paid_through: number | null;
    next_payment_at: number | null;
    access_until: number | null;
    created_at: number;
    updated_at: number;
    version: Generated<number>;
    next_check_at: number | null;
    failed_checks: Generated<number>;
  };
  payments: {
    id: Generated<number>;
    subscription_id: number;
    provider: string;
    provider_id: string;
    status: string;
    cents: number | null;
    currency: string | null;
    refunded_cents: Generated<number>;
    paid_at: number | null;
    undone_at: number | null;
  };
  payment_events: {
    id: Generated<number>;
    provider: string;
    provider_id: string;
    type: string;
    subscription_id: number | null;
    received_at: number;
  };
  sandbox_subscriptions: {
    id: string;
    reference: string;
    state: string;
    approved_at: number | null;
    stopped_at: number | null;
  };
  /** Which node has taken which recurring task upon itself (lease.ts), until `expires_at`. */
  leases: { name: string; holder: string; expires_at: number };
  rate_limits: { key: string; count: number; resets_at: number };
  /** Secrets that every node must share, made at the first start. */
  secrets: { name: string; value: string };
}
