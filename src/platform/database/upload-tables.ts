import type { Generated } from 'kysely';

/** Uploaded files, the jobs that make films and sounds from them, and what is written on the site. */
export interface UploadTables {
  /** Uploads by administrators and editors. */
  uploads: {
    id: Generated<number>;
    /** First 32 hex digits of the content's SHA-256. */
    hash: string;
    /** Name of the file; of a picture, the widest one. */
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
    /** Time at which the sweep first found no reference to it; null while it is in use. */
    unused_since: number | null;
    /** Of pictures: a WebP of at most 16 px in Base64; null until it is made, empty for transparent ones. */
    blur: Generated<string | null>;
    /** Of captions: their different words, separated by spaces; null until they are read. */
    spoken_words: Generated<string | null>;
  };
  /** One for each upload whose files are made by ffmpeg. */
  media_jobs: {
    id: Generated<number>;
    upload_name: string;
    /** `storing` the original, `waiting`, `running`, `done`, `failed` or `canceled`. */
    state: string;
    percent: Generated<number>;
    /** For people: why it failed, or waits. */
    problem: string | null;
    attempts: Generated<number>;
    next_attempt_at: number;
    /** Name of the stored original; null after its deletion. */
    original: string | null;
    original_bytes: number;
    /** The node that runs it. Unique: a node runs one at a time. */
    node: string | null;
    /** The run; a run that was taken over has another one. */
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
    /** Length of the file, and how much of it has arrived. */
    bytes: number;
    received: Generated<number>;
    /** JSON object, as the browser sent it: the file's name and time. */
    metadata: string;
    created_by: number | null;
    /** Time of its creation or its last part. */
    active_at: number;
    /** Name of the upload that was made from it. */
    upload_name: string | null;
    /** For people: why the complete file was refused. */
    problem: string | null;
  };
  /** Pieces of them in the store. */
  resumable_parts: {
    id: Generated<number>;
    token: string;
    start: number;
    bytes: number;
    /** Name of the file in the store. */
    name: string;
    /** False while the file is being stored. */
    is_whole: boolean | number;
    /** Until then a browser may begin to store the file itself; null: a node stores it. */
    address_expires_at: number | null;
  };
  /** Texts and exercises of droplets, written in the administration. A row's content never changes. */
  writings: {
    id: Generated<number>;
    /** Last part of its address: 32 random hex digits and an ending. */
    name: string;
    kind: 'text' | 'exercise';
    /** Markdown of a text, HTML of an exercise. */
    source: string;
    /** JSON list of the own files in it, as `media_references` has them. */
    files: string;
    created_at: number;
    created_by: number | null;
    /** Time at which the sweep first found no reference to it; null while it is in use. */
    unused_since: number | null;
  };
}
