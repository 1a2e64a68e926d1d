import type { Plan, ZonedTime } from '#features/catalogue/contract/schedule-endpoints.ts';
import {
  describeGap,
  describeInstant,
  describeTwice,
  MISSING,
  PASSED,
} from '#features/catalogue/shared/plan-words.ts';
import { DAY, HOUR, MINUTE } from '#platform/text/time-units.ts';
import { instantAt, localTime, readLocalTime, writeLocalTime } from '#platform/text/zoned-time.ts';
import { many } from '#platform/web/counts.ts';

/** Suggested time of day for a new plan, in ms after midnight. */
const MORNING = 7 * HOUR;

/** Values of the fields for day and time. */
export interface TypedTime {
  day: string;
  time: string;
}

/** The form's values. */
export interface PlanValues {
  when: 'now' | 'time' | 'draft';
  publish: TypedTime;
  takesDown: boolean;
  unpublish: TypedTime;
}

/** A parsed time: its words, or its problem. */
export interface ReadTime {
  instant?: number;
  words?: string;
  /** Shown below the field. */
  error?: string;
  /** Shown below the form, with an alternative. */
  advice?: string;
}

const typed = (local: number): TypedTime => {
  const [day = '', time = ''] = writeLocalTime(local).split('T');
  return { day, time };
};

/** Returns the form's initial values: an item's plan; without one, the next morning. */
export function valuesOfPlan(plan: Plan, zone: string, now: number): PlanValues {
  const today = Math.floor(localTime(now, zone) / DAY) * DAY;
  const at = (instant: string | null, otherwise: number) =>
    typed(instant === null ? otherwise : localTime(Date.parse(instant), zone));
  const tomorrow = today + DAY + MORNING;
  return {
    when: plan.isPublished ? 'now' : 'time',
    publish: at(plan.isStopped || hasPassed(plan, now) ? null : plan.publishAt, tomorrow),
    takesDown: plan.unpublishAt !== null,
    unpublish: at(plan.unpublishAt, tomorrow + 7 * DAY),
  };
}

/** Tells whether an item waits for its film or sound since its time. */
const hasPassed = ({ publishAt }: Plan, now: number): boolean =>
  publishAt !== null && Date.parse(publishAt) <= now;

/** Parses a time in a time zone. */
export function readTime({ day, time }: TypedTime, zone: string, now: number): ReadTime {
  const local = readLocalTime(`${day}T${time.slice(0, 5)}`);
  if (local === undefined) return { error: 'Choose a day and a time.' };
  const { instant, gap, ...rest } = instantAt(local, zone);
  if (gap) return { error: MISSING, advice: describeGap(gap) };
  if (instant <= now) return { error: PASSED };
  const words = `${describeInstant(instant, zone, now)}. In ${describeWait(instant - now)}`;
  const isTwice = 'isTwice' in rest && rest.isTwice;
  return { instant, words, ...(isTwice ? { advice: describeTwice(local) } : {}) };
}

/** `7 days and 21 hours` */
export function describeWait(ms: number): string {
  const parts = [
    [Math.floor(ms / DAY), 'day'],
    [Math.floor(ms / HOUR) % 24, 'hour'],
    [Math.floor(ms / MINUTE) % 60, 'minute'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return 'less than a minute';
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, name]) => many(count, name)).join(' and ');
}

/** `, together with 3 waves and 19 droplets` */
export function describeBelow({ waves, droplets }: Pick<Plan, 'waves' | 'droplets'>): string {
  const counts = [
    ...(waves > 0 ? [many(waves, 'wave')] : []),
    ...(droplets > 0 ? [many(droplets, 'droplet')] : []),
  ];
  return counts.length === 0 ? '' : `, together with ${counts.join(' and ')}`;
}

export const zonedTime = ({ day, time }: TypedTime, timeZone: string): ZonedTime => ({
  local: `${day}T${time.slice(0, 5)}`,
  timeZone,
});

/** Tells whether two versions of an item have the same plan. */
export const isSamePlan = (one: Plan, other: Plan): boolean =>
  (['isPublished', 'isStopped', 'publishAt', 'unpublishAt'] as const).every((its) => one[its] === other[its]);

/** Describes a saved plan, for a toast. */
export function describePlan(plan: Plan, zone: string, now: number): string {
  const inWords = (at: string) => describeInstant(Date.parse(at), zone, now);
  const end = plan.unpublishAt === null ? '' : ` It is taken down on ${inWords(plan.unpublishAt)}.`;
  if (plan.isPublished) return `“${plan.title}” is live.${end}`;
  if (plan.publishAt === null) return `“${plan.title}” stays a draft.`;
  if (plan.waits && hasPassed(plan, now)) return `“${plan.title}” goes live by itself. ${plan.must}${end}`;
  return `“${plan.title}” goes live on ${inWords(plan.publishAt)}.${end}`;
}
