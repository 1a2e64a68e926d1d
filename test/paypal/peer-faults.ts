import type { Issue } from './refusals.ts';

/* Faults of calls to the peer. */

/**
 * A call's fault: an error status, no response, invalid JSON, a connection that breaks before (`reset`) or
 * after (`lost`) execution, or a late response.
 */
export type Fault =
  /** With an issue, the refusal is in PayPal's words. `retryAfter` is in seconds. */
  | { status: number; issue?: Issue; retryAfter?: string }
  /** The answer with fields changed, as PayPal's live answers differ from its descriptions. */
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

/** Takes the fault that is planned for a call of this kind. */
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
