import { z } from 'zod';

/* What lies in a backup's folder: database.db (an SQLite file, whichever engine it came from), uploads/, and this. */

export const DATABASE_FILE = 'database.db';
export const UPLOADS_FOLDER = 'uploads';
export const MANIFEST_FILE = 'manifest.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().min(0);

/** The list of what a backup holds; the last thing to be written. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Which engine the site ran on. */
  engine: z.enum(['sqlite', 'postgres']),
  /** The newest migration in it. */
  migration: z.string().min(1),
  database: z.object({ bytes: size, sha256 }),
  /** Row counts, and hashes that are the same on both engines. */
  tables: z.record(z.string(), z.object({ rows: size, hash: z.string() })),
  /** Null: left out. */
  uploads: z
    .object({
      files: z.record(z.string().regex(/^[\w-][\w.-]*$/), z.object({ bytes: size, sha256 })),
      /** Those that the store had lost already. */
      missing: z.array(z.string()),
    })
    .nullable(),
});

export type Manifest = z.output<typeof Manifest>;
