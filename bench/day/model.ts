import type { PersonKind } from './visit.ts';

/* Numbers of people by time of day. They are assumptions: replace them by those of your site. */

export const MEMBERS = 1_000_000;
/** Share of members who visit on a day, and visits per day of each. */
const ON_A_DAY = 0.08;
const VISITS_EACH = 1.25;
/** Share of a day's visits in its busiest hour. */
const BUSIEST_HOUR = 0.12;
/** Visits of people without an account, per visit of a member. */
const VISITORS = 1;
/** Letter to all members: the share who follow a link, and the share of these in 15 minutes. */
const FOLLOW = 0.03;
const AT_ONCE = 1 / 3;
const QUARTER_HOUR = 900;

const memberVisits = (MEMBERS * ON_A_DAY * VISITS_EACH * BUSIEST_HOUR) / 3600;

/**
 * Visits that begin per second in the evening, while a letter is delivered. Its readers count as newcomers.
 */
export const PEAK: Record<PersonKind, number> = {
  member: memberVisits,
  newcomer: memberVisits * VISITORS + (MEMBERS * FOLLOW * AT_ONCE) / QUARTER_HOUR,
};

/** Visits of all kinds in a month. */
export const MONTHLY_VISITS: number =
  MEMBERS * ON_A_DAY * VISITS_EACH * (1 + VISITORS) * 30 + 4 * MEMBERS * FOLLOW;

/** Mean time between two presses, in ms. Shorter than a film of a minute, so that a run is short. */
export const THINKING = 4_000;
