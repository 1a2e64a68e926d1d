import type { Progress } from '#features/progress/contract/schemas.ts';
import { EARLIER } from '#features/progress/shared/marks.ts';
import { DAY } from '#platform/text/time-units.ts';
import { tomorrow } from '../continue/not-today.ts';

/** Days without a lesson after which a reader is welcomed. */
const AWAY_DAYS = 3;

/** A date where the reader is: 'YYYY-MM-DD'. */
export function dayOf(now: number): string {
  const date = new Date(now);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

type Visits = Pick<Progress, 'stops' | 'welcome'>;

/** Whether today's lessons were chosen already, here or on another device. */
export const isWelcomed = ({ welcome }: Visits, now: number): boolean =>
  welcome !== null && welcome.day >= dayOf(now);

/** Time at which a reader who stays away from now on is welcomed, in epoch ms; infinity: never began. */
const welcomeAt = ({ stops }: Visits): number =>
  stops[0] ? stops[0].at + AWAY_DAYS * DAY - EARLIER : Number.POSITIVE_INFINITY;

/** Whether lessons are shown today to somebody who was away. */
export const isWelcomeDue = (visits: Visits, now: number): boolean =>
  isWelcomed(visits, now) || welcomeAt(visits) <= now;

/** Time of the next welcome, in epoch ms. `over`: none is shown any more today. */
export function nextWelcome(visits: Visits, now: number, over: boolean): number {
  if (isWelcomeDue(visits, now)) return over ? tomorrow(now) : now;
  return welcomeAt(visits);
}
