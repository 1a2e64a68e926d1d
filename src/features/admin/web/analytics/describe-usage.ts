import type { Usage } from '#features/analytics/contract/schemas.ts';
import type { ShownCount } from '#features/analytics/shared/mask-count.ts';
import { formatDate } from '#platform/text/dates.ts';
import { DAY } from '#platform/text/time-units.ts';

/* Texts beside the charts. */

const NUMBER = new Intl.NumberFormat('en');
const formatCount = (count: number) => NUMBER.format(count);

/** Formats a count: `1,200` or `few`. */
export const countText = (count: ShownCount): string => (count === 'few' ? count : formatCount(count));

/** Converts a count for comparisons. `few` is between zero and the smallest shown number. */
export const sizeOf = (count: ShownCount): number => (count === 'few' ? 1 : count);

/** Returns the number of days of a period. */
const lengthOf = ({ from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / DAY + 1;

/** Returns names of both periods: ‘These 28 days’, ‘28 days before’. */
export function periodNames({ period, before }: Pick<Usage, 'period' | 'before'>) {
  const days = lengthOf(period);
  const isRightBefore = before !== null && Date.parse(before.to) + DAY === Date.parse(period.from);
  return {
    now: days === 1 ? 'This day' : `These ${days} days`,
    before: isRightBefore ? (days === 1 ? 'The day before' : `${days} days before`) : 'The year before',
  };
}

/** Formats a span: `Oct 26 to Nov 22`, with years when they differ. */
export function spanText({ from, to }: { from: string; to: string }): string {
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  const style = sameYear ? 'monthDay' : 'shortDay';
  return from === to ? formatDate(from, style) : `${formatDate(from, style)} to ${formatDate(to, style)}`;
}

const WEEKDAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

/** Finds the weekday with the most openings; null for less than two weeks, for months, or for a tie. */
export function fullestWeekday({ unit, times }: Pick<Usage, 'unit' | 'times'>): string | null {
  if (unit !== 'day' || times.length < 2 * WEEKDAYS.length) return null;
  const means = WEEKDAYS.map((name, weekday) => {
    const own = times.filter(({ from }) => new Date(from).getUTCDay() === weekday);
    return { name, mean: own.reduce((sum, { opened }) => sum + sizeOf(opened), 0) / own.length };
  }).sort((a, b) => b.mean - a.mean);
  const [first, second] = means;
  return first && second && first.mean > second.mean ? first.name : null;
}

/** Returns a share in percent; null when a count is `few`, the whole is 0, or the part exceeds it. */
export function ofHundred(part: ShownCount, whole: ShownCount): number | null {
  if (part === 'few' || whole === 'few' || whole === 0 || part > whole) return null;
  return Math.round((part / whole) * 100);
}

/** Describes the share of sign-ups that make an account, and the share of members that pay. */
export function describeSignups({
  signups,
  members,
  payers,
}: Record<'signups' | 'members' | 'payers', ShownCount>): string {
  const accounts = ofHundred(members, signups);
  const pay = ofHundred(payers, members);
  const sentences = [
    accounts === null ? '' : `Of 100 people who sign up, ${accounts} make an account.`,
    pay === null ? '' : `Of 100 members, ${pay} pay.`,
  ].filter((sentence) => sentence !== '');
  return sentences.length > 0 ? sentences.join(' ') : 'Too few people to compare.';
}

const ORDINALS = [
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth'],
  ...['seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth'],
];

/** Describes how far readers get in a wave or an ocean. */
export function describeReach({ parent, steps }: NonNullable<Usage['reach']>): string {
  const part = parent.kind === 'wave' ? 'droplet' : 'wave';
  const [first] = steps;
  const last = steps.at(-1);
  const where = `In one ${parent.kind}.`;
  if (!first || !last || first === last) return where;
  const ordinal = ORDINALS[steps.length - 1] ?? 'last';
  const openings = `Of ${countText(first.opened)} openings of the first ${part}`;
  return `${where} ${openings}, ${countText(last.opened)} reach the ${ordinal}.`;
}

/** Describes the droplet that readers leave earliest. */
export function describeLeaving(droplets: Usage['droplets']): string {
  const [worst] = droplets;
  const order = 'Least finished first.';
  if (!worst || worst.opened === 'few' || sizeOf(worst.half) >= worst.opened) return order;
  const title = worst.title === null ? 'A deleted droplet' : `“${worst.title}”`;
  const early = `${order} ${title} is left early:`;
  const all = countText(worst.opened);
  if (worst.half === 'few') return `${early} few of ${all} reach half.`;
  const left = worst.opened - worst.half;
  if (left * 2 < worst.opened) return order;
  return `${early} ${formatCount(left)} of ${all} leave before half.`;
}

/** Shortens a title for a chart on a phone. The chart's table has the full title. */
export const shortTitle = (title: string | null, longest = 26): string => {
  const letters = [...(title ?? 'A deleted droplet')];
  return letters.length <= longest
    ? letters.join('')
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
};
