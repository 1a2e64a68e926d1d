/* Local times in a time zone. A local time is epoch ms as if the zone were UTC. */

import { DAY, MINUTE } from './time-units.ts';

/** Limits of the hours for mails that nobody waits for. */
const MORNING = 7;
const NIGHT = 22;

/** A local time that the clocks skip. */
export interface Gap {
  /** Local times at both ends of the jump. */
  from: number;
  to: number;
  /** Instant of the jump. */
  at: number;
}

/** The instant of a local time. */
type ZonedTime = { instant: number; isTwice: boolean; gap?: undefined } | { instant: undefined; gap: Gap };

/**
 * Finds the instant at which a zone's clocks show `local`, a whole minute. Of a repeated time, the first one
 * counts.
 */
export function instantAt(local: number, zone: string): ZonedTime {
  const [before, after] = [local - DAY, local + DAY].map((near) => localTime(near, zone) - near) as [
    number,
    number,
  ];
  const instants = [...new Set([local - before, local - after])]
    .filter((instant) => localTime(instant, zone) === local)
    .sort((a, b) => a - b);
  const [first, second] = instants;
  if (first !== undefined) return { instant: first, isTwice: second !== undefined };
  const jump = jumpBetween(local - DAY, local + DAY, zone);
  return { instant: undefined, gap: { from: jump + before, to: jump + after, at: jump } };
}

/** Like {@link instantAt}, but returns the instant of the jump for a skipped time. */
export function instantAtOrAfter(local: number, zone: string): number {
  const { instant, gap } = instantAt(local, zone);
  return instant === undefined ? gap.at : instant;
}

/** Finds the minute at which a zone's offset changes between two instants. */
function jumpBetween(from: number, to: number, zone: string): number {
  const offset = localTime(to, zone) - to;
  let [low, high] = [Math.floor(from / MINUTE), Math.floor(to / MINUTE)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const instant = middle * MINUTE;
    if (localTime(instant, zone) - instant === offset) high = middle;
    else low = middle;
  }
  return high * MINUTE;
}

/** Returns the local time of a zone at an instant, to the second. */
export function localTime(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
}

/** Formats by zone, a few hundred at most. Cached, because making one takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = newFormat(zone);
    formats.set(zone, format);
  }
  return format;
}

/**
 * Makes the format of a zone. A zone unknown to this machine, as after a move, counts as UTC, because one
 * must not stop the others.
 */
function newFormat(timeZone: string): Intl.DateTimeFormat {
  const numeric = 'numeric' as const;
  const fields = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric } as const;
  const make = (zone: string) =>
    new Intl.DateTimeFormat('en-US', { ...fields, second: numeric, hourCycle: 'h23', timeZone: zone });
  try {
    return make(timeZone);
  } catch {
    return make('UTC');
  }
}

/** Parses `2026-11-30T07:00` as a local time; undefined for an impossible day or hour. */
export function readLocalTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return undefined;
  const local = Date.parse(`${text}:00.000Z`);
  return Number.isNaN(local) || writeLocalTime(local) !== text ? undefined : local;
}

/** Formats a local time for date and time fields: `2026-11-30T07:00`. */
export const writeLocalTime = (local: number): string => new Date(local).toISOString().slice(0, 16);

/** Tells whether it is night in a zone: too late or too early for mails that nobody waits for. */
export function isNight(instant: number, zone: string): boolean {
  const hour = new Date(localTime(instant, zone)).getUTCHours();
  return hour < MORNING || hour >= NIGHT;
}
