import type { Progress } from '#features/progress/contract/schemas.ts';
import { EARLIER } from '#features/progress/shared/marks.ts';
import { DAY } from '#platform/text/time-units.ts';
import { tomorrow } from '../continue/not-today.ts';

/** Days without a lesson after which a reader gets a welcome. */
const AWAY_DAYS = 3;

/** Returns the reader's local date: 'YYYY-MM-DD'. */
export function dayOf(now: number): string {
  const date = new Date(now);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

type Visits = Pick<Progress, 'stops' | 'welcome'>;

/** Whether today's lessons are already chosen, here or on another device. */
export const isWelcomed = ({ welcome }: Visits, now: number): boolean =>
  welcome !== null && welcome.day >= dayOf(now);

/**
 * Returns the time at which a reader without further lessons gets a welcome, in epoch ms; infinity for one
 * without progress.
 */
const welcomeAt = ({ stops }: Visits): number =>
  stops[0] ? stops[0].at + AWAY_DAYS * DAY - EARLIER : Number.POSITIVE_INFINITY;

/** Whether a welcome shows today. */
export const isWelcomeDue = (visits: Visits, now: number): boolean =>
  isWelcomed(visits, now) || welcomeAt(visits) <= now;

/** Returns the time of the next welcome, in epoch ms. `over`: today's is done. */
export function nextWelcome(visits: Visits, now: number, over: boolean): number {
  if (isWelcomeDue(visits, now)) return over ? tomorrow(now) : now;
  return welcomeAt(visits);
}
