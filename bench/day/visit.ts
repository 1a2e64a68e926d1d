import type { SentRequest } from '../load/connection.ts';

/* Visits, as a browser has recorded them. */

/** `file`: what a browser keeps for good, such as scripts, fonts and pictures. */
export type RequestKind = 'page' | 'call' | 'write' | 'file';

export interface VisitRequest extends SentRequest {
  kind: RequestKind;
  /** The status that the recorded response had. */
  status: number;
}

/** The requests after one press of a person: the first alone, then the others beside each other. */
export type Act = VisitRequest[];
export type Visit = Act[];

/** A person with an empty cache and no account, or a signed-in member who was here before. */
export type PersonKind = 'newcomer' | 'member';

/** Records a visit of each kind of person. `session`: the cookies of a member. */
export type RecordVisits = (url: string, session: string) => Promise<Record<PersonKind, Visit>>;
