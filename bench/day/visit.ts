import type { SentRequest } from '../load/connection.ts';

/* Visits as recorded in a browser. */

/** `file`: responses that a browser caches permanently, such as scripts, fonts and pictures. */
export type RequestKind = 'page' | 'call' | 'write' | 'file';

export interface VisitRequest extends SentRequest {
  kind: RequestKind;
  /** Status of the recorded response. */
  status: number;
}

/** Requests after one press of a person: the first alone, then the others in parallel. */
export type Act = VisitRequest[];
export type Visit = Act[];

/** `newcomer`: no account and an empty cache. `member`: signed in, with a cache from an earlier visit. */
export type PersonKind = 'newcomer' | 'member';

/** Records a visit of each kind of person. `session`: the cookies of a member. */
export type RecordVisits = (url: string, session: string) => Promise<Record<PersonKind, Visit>>;
