import type { AuditAction } from '../contract/schemas.ts';

/** The author of a change; see `authorOf`. */
export interface Author {
  /** Null for the program itself. */
  userId: number | null;
  /** Browser and system, stored only with security events. */
  device?: string | null;
}

export interface Change extends Author {
  action: AuditAction;
  itemType: string;
  itemId: string;
  /** The item's title after the change; for a deleted item, its last title. */
  title: string;
  /** Usually `{ before, after }` of the changed fields. */
  details?: Record<string, unknown>;
  /** Uploads in the old values, as in `media_references`. They are stored as long as the entry. */
  files?: readonly string[];
}
