import type { Issue } from './refusals.ts';

/**
 * Fault of a call to the peer: an error status, no response, invalid JSON, a connection that breaks before
 * (`reset`) or after (`lost`) execution, or a late response.
 */
export type Fault =
  /** With an issue, the refusal has PayPal's texts. `retryAfter` is in seconds. */
  | { status: number; issue?: Issue; retryAfter?: string }
  /** Response with changed fields, as PayPal's live responses differ from its descriptions. */
  | { rewrite: (content: never) => unknown }
  | 'no answer'
  | 'garbage'
  | 'reset'
  | 'lost'
  | { slowMs: number };

export interface PlannedFault<Kind> {
  kind: Kind;
  fault: Fault;
  skip: number;
  times: number;
}

/** Removes and returns the planned fault for a call of this kind. */
export function takeFault<Kind>(faults: PlannedFault<Kind>[], kind: Kind): Fault | undefined {
  const planned = faults.find((candidate) => candidate.kind === kind);
  if (!planned) return undefined;
  if (planned.skip > 0) {
    planned.skip -= 1;
    return undefined;
  }
  planned.times -= 1;
  if (planned.times <= 0) faults.splice(faults.indexOf(planned), 1);
  return planned.fault;
}
