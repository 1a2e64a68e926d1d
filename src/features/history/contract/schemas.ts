import { z } from 'zod';
import { AuditAction, AuditAuthor } from '#features/audit-log/contract/schemas.ts';

/** Subject of a history: a setting by its key, or an item by its id. */
export const SubjectType = z.enum(['ocean', 'wave', 'droplet', 'setting']);
export type SubjectType = z.infer<typeof SubjectType>;

export interface Subject {
  type: SubjectType;
  id: string;
}

/** A change, and the state after it. */
export const Version = z.object({
  /** Id of the change's entry in the audit log. */
  id: z.number(),
  at: z.iso.datetime(),
  /** Null: the program, or with `authorErased` a deleted account. */
  user: AuditAuthor.nullable(),
  authorErased: z.boolean(),
  action: AuditAction,
  /** Names of the changed fields; `order` for the order of the items below. */
  fields: z.array(z.string()),
  /** Whether the state's values are not purged. */
  isKept: z.boolean(),
});
export type Version = z.infer<typeof Version>;

export const VersionList = z.object({
  /** The present title, or a deleted item's last one. For a setting, its name in the administration. */
  title: z.string(),
  /** False for a deleted item, and for a setting with its default. */
  exists: z.boolean(),
  /** The item's ocean or wave. */
  parentId: z.number().nullable(),
  /** Number of changes. */
  total: z.number(),
  /** Instant of the first change. */
  since: z.iso.datetime().nullable(),
  /** The newest first. */
  versions: z.array(Version),
});
export type VersionList = z.infer<typeof VersionList>;

/** A field that differs between a version and the present. */
export const FieldComparison = z.object({
  field: z.string(),
  /** Values as in the item. Null for the value of a setting: its default applies. */
  old: z.unknown(),
  now: z.unknown(),
  /** Texts for the values: the title of an ocean or wave, or the source of a written text. */
  oldWords: z.string().nullable(),
  nowWords: z.string().nullable(),
  /** Reason, as a sentence, why the value cannot be restored. */
  lost: z.string().nullable(),
});
export type FieldComparison = z.infer<typeof FieldComparison>;

export const Comparison = z.object({
  /** Id of the newest entry, for `restoreVersion`, which fails after a later one. */
  latest: z.number(),
  changed: z.array(FieldComparison),
  /** Names of the equal fields. */
  unchanged: z.array(z.string()),
});
export type Comparison = z.infer<typeof Comparison>;

/** A restoration or an undo, which is itself a change. */
export const Restored = z.object({
  /** Id of its entry in the audit log; null when nothing changed. */
  id: z.number().nullable(),
  /** The slug that replaces the restored one, when another item has taken that. */
  newSlug: z.string().nullable(),
});
export type Restored = z.infer<typeof Restored>;
