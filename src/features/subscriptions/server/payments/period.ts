import { invalidInput } from '#platform/http/serve/errors.ts';
import { DAY } from '#platform/text/time-units.ts';

/** First and last day in UTC, both included. */
export interface PeriodQuery {
  from?: string | undefined;
  to?: string | undefined;
}

/** Instants in epoch ms: the first, and the first one after the end. */
export interface Period {
  from: number;
  to: number;
}

/** Returns the instants of a period's days. Throws 400 if the last day is before the first. */
export function periodOf({ from, to }: PeriodQuery): Period {
  const period = {
    from: from === undefined ? 0 : Date.parse(from),
    to: to === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(to) + DAY,
  };
  if (period.from < period.to) return period;
  const message = 'The last day is before the first one';
  throw invalidInput(message, [{ path: 'to', message }]);
}
