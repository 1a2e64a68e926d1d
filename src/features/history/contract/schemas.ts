import { z } from 'zod';
import { AuditAction, AuditAuthor } from '#features/audit-log/contract/schemas.ts';

/** Subject of a history. Settings are named by their keys, items by their ids. */
export const SubjectType = z.enum(['ocean', 'wave', 'droplet', 'setting']);
export type SubjectType = z.infer<typeof SubjectType>;

/** A change, and the state that it left. */
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
  /** Whether the state is still kept. */
  isKept: z.boolean(),
});
export type Version = z.infer<typeof Version>;

export const VersionList = z.object({
  /** The present title; of a deleted item, its last one. A setting is named as its screen names it. */
  title: z.string(),
  /** False: the item was deleted, or the setting has its default. */
  exists: z.boolean(),
  /** The item's ocean or wave. */
  parentId: z.number().nullable(),
  /** Number of changes. */
  total: z.number(),
  /** Instant of the first one. */
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
  /** Names behind the values: the title of an ocean or a wave, or the source of a written text. */
  oldWords: z.string().nullable(),
  nowWords: z.string().nullable(),
  /** Why the value cannot be restored, as a sentence. */
  lost: z.string().nullable(),
});
export type FieldComparison = z.infer<typeof FieldComparison>;

export const Comparison = z.object({
  /** Id of the newest entry, for `restoreVersion`: a later one stops it. */
  latest: z.number(),
  changed: z.array(FieldComparison),
  /** Names of the fields that are equal. */
  unchanged: z.array(z.string()),
});
export type Comparison = z.infer<typeof Comparison>;

/** A restoration or an undoing, which is a change like any other. */
export const Restored = z.object({
  /** Id of its entry in the audit log; null when nothing had to change. */
  id: z.number().nullable(),
  /** The slug instead of the restored one, which another item has taken. */
  newSlug: z.string().nullable(),
});
export type Restored = z.infer<typeof Restored>;
