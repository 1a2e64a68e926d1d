/* Row types and common statuses of the access table (`access-table.ts`). */

/** Statuses for anonymous, free, subscriber, editor and admin. */
type Statuses = readonly [number, number, number, number, number];

export interface Row {
  /** Method and path, as in the contract. */
  call: string;
  /** Distinguishes several rows of one endpoint. */
  about?: string;
  path?: (its: World) => string;
  body?: (its: World) => unknown;
  statuses: Statuses;
  /**
   * True for calls that other parties' programs make, such as a mail program's one-click form (RFC 8058). A
   * token in the URL authorizes the call, not a cookie.
   */
  byPrograms?: boolean;
}

/** Ids of database rows to which the requests refer. */
export interface World {
  published: number;
  draft: number;
  /** Item of each level that a request may delete. Editors delete `otherSpare`, administrators `spare`. */
  spare: number;
  otherSpare: number;
  signup: number;
  /** Account that a request may erase. */
  person: number;
  /** Paid subscription of an account that sends no requests. */
  subscription: number;
  /** Member who sends no requests. */
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
/** Statuses for drafts, which only administrators and editors see. */
export const DRAFT: Statuses = [404, 404, 404, 200, 200];
export const NOT_MINE: Statuses = [401, 403, 403, 403, 403];
export const CREATED: Statuses = [201, 201, 201, 201, 201];
/** Statuses for invented tokens. */
export const GONE: Statuses = [410, 410, 410, 410, 410];
export const OPEN_EMPTY: Statuses = [204, 204, 204, 204, 204];
/** Statuses for a row that the reader does not have. */
export const NONE: Statuses = [404, 404, 404, 404, 404];
