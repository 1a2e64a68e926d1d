/* Rows of the access table: `access-table.ts`. */

/** Statuses for anonymous, free, subscriber, editor and admin. */
type Statuses = readonly [number, number, number, number, number];

export interface Row {
  /** Method and path, as in the contract. */
  call: string;
  /** Tells the rows of one endpoint apart. */
  about?: string;
  path?: (its: World) => string;
  body?: (its: World) => unknown;
  statuses: Statuses;
  /**
   * Programs of other parties call it (RFC 8058: a mail program, with a form). Its token proves the right to,
   * and no cookie does.
   */
  byPrograms?: boolean;
}

/** Ids in the database of the test. */
export interface World {
  published: number;
  draft: number;
  /** Item of each level that may be deleted. Editors have another one than administrators: `otherSpare`. */
  spare: number;
  otherSpare: number;
  signup: number;
  /** Account that may be erased. */
  person: number;
  /** A paid subscription of nobody who sends requests. */
  subscription: number;
  /** A member who sends none of the requests. */
  stranger: { id: number; session: string };
}

export const OPEN: Statuses = [200, 200, 200, 200, 200];
export const MEMBERS: Statuses = [401, 200, 200, 200, 200];
export const MEMBERS_NONE: Statuses = [401, 404, 404, 404, 404];
export const MEMBERS_EMPTY: Statuses = [401, 204, 204, 204, 204];
export const ADMIN: Statuses = [401, 403, 403, 403, 200];
export const ADMIN_CREATED: Statuses = [401, 403, 403, 403, 201];
export const ADMIN_EMPTY: Statuses = [401, 403, 403, 403, 204];
export const EDITOR: Statuses = [401, 403, 403, 200, 200];
export const EDITOR_CREATED: Statuses = [401, 403, 403, 201, 201];
export const EDITOR_EMPTY: Statuses = [401, 403, 403, 204, 204];
/** Drafts exist for administrators and editors only. */
export const DRAFT: Statuses = [404, 404, 404, 200, 200];
export const NOT_MINE: Statuses = [401, 403, 403, 403, 403];
export const CREATED: Statuses = [201, 201, 201, 201, 201];
/** Made-up tokens. */
export const GONE: Statuses = [410, 410, 410, 410, 410];
export const OPEN_EMPTY: Statuses = [204, 204, 204, 204, 204];
/** The reader has none. */
export const NONE: Statuses = [404, 404, 404, 404, 404];
