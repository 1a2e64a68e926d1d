import type { Generated } from 'kysely';

/** Uploaded files, the jobs that make films and sounds from them, and texts written on the site. */
export interface UploadTables {
  /** Uploads by administrators and editors. */
  uploads: {
    id: Generated<number>;
    /** First 32 hex digits of the content's SHA-256. */
    hash: string;
    /** Name of the file; for a picture, its widest one. */
    name: string;
    kind: string;
    content_type: string;
    bytes: number;
    width: number | null;
    height: number | null;
    /** JSON object of every stored file and its size in bytes. */
    files: string;
    original_name: string;
    created_at: number;
    uploaded_by: number | null;
    /** False while the files are being stored. */
    is_whole: boolean | number;
    /** Time at which the sweep first found no reference; null while in use. */
    unused_since: number | null;
    /** For pictures, a WebP of at most 16 px in Base64; null until it is made, empty for transparent ones. */
    blur: Generated<string | null>;
    /** For captions, their different words, separated by spaces; null until they are read. */
    spoken_words: Generated<string | null>;
  };
  /** One row per upload whose files ffmpeg makes. */
  media_jobs: {
    id: Generated<number>;
    upload_name: string;
    /** `storing` the original, `waiting`, `running`, `done`, `failed` or `canceled`. */
    state: string;
    percent: Generated<number>;
    /** Reason of a failure or of waiting, for people. */
    problem: string | null;
    attempts: Generated<number>;
    next_attempt_at: number;
    /** Name of the stored original; null after its deletion. */
    original: string | null;
    original_bytes: number;
    /** The node that runs the job. Unique, so that a node runs one at a time. */
    node: string | null;
    /** Id of the run. After a takeover it differs. */
    holder: string | null;
    lease_until: number | null;
    created_at: number;
  };
  /** Files that arrive in parts. */
  resumable_uploads: {
    id: Generated<number>;
    /** 32 random hex digits: the last part of its address. */
    token: string;
    kind: string;
    /** Length of the file, and the received part of it. */
    bytes: number;
    received: Generated<number>;
    /** JSON object, as the browser sent it: the file's name and time. */
    metadata: string;
    created_by: number | null;
    /** Time of its creation or its last part. */
    active_at: number;
    /** Name of the finished upload. */
    upload_name: string | null;
    /** Reason why the complete file was refused, for people. */
    problem: string | null;
  };
  /** Parts of these files in the store. */
  resumable_parts: {
    id: Generated<number>;
    token: string;
    start: number;
    bytes: number;
    /** Name of the file in the store. */
    name: string;
    /** False while the file is being stored. */
    is_whole: boolean | number;
    /** Time until which a browser may begin to store the part directly; null: a node stores it. */
    address_expires_at: number | null;
  };
  /** Texts and exercises of droplets, written in the administration. Rows are immutable. */
  writings: {
    id: Generated<number>;
    /** Last part of its address: 32 random hex digits and an ending. */
    name: string;
    kind: 'text' | 'exercise';
    /** Markdown of a text, HTML of an exercise. */
    source: string;
    /** JSON list of its own files, as in `media_references`. */
    files: string;
    created_at: number;
    created_by: number | null;
    /** Time at which the sweep first found no reference; null while in use. */
    unused_since: number | null;
  };
}
