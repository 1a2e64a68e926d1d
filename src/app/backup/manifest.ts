import { z } from 'zod';

/*
 * A backup's folder contains database.db (an SQLite file, from either engine), uploads/, and this manifest.
 */

export const DATABASE_FILE = 'database.db';
export const UPLOADS_FOLDER = 'uploads';
export const MANIFEST_FILE = 'manifest.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().min(0);

/** The backup's contents. Written last, so that it marks a complete backup. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The engine of the site. */
  engine: z.enum(['sqlite', 'postgres']),
  /** The newest applied migration. */
  migration: z.string().min(1),
  database: z.object({ bytes: size, sha256 }),
  /** Row counts, and hashes that are equal on both engines. */
  tables: z.record(z.string(), z.object({ rows: size, hash: z.string() })),
  /** Null: not backed up. */
  uploads: z
    .object({
      files: z.record(z.string().regex(/^[\w-][\w.-]*$/), z.object({ bytes: size, sha256 })),
      /** Uploads that were missing in the store. */
      missing: z.array(z.string()),
    })
    .nullable(),
});

export type Manifest = z.output<typeof Manifest>;
