const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** Days in which every schedule comes around: a month has its first Monday at most 35 days after another. */
const SEARCHED_DAYS = 45;

interface LocalSchedule {
  day: number;
  hour: number;
  time_zone: string;
  frequency: 'weekly' | 'monthly';
}

/**
 * Returns the first time after `after` (epoch ms) that fits a schedule: its hour on its day of the week, of
 * monthly letters on the first such day of a month. An hour that the clocks leave out comes when they have
 * moved on; of an hour that they repeat, the first one counts.
 */
export function nextTime({ day, hour, time_zone, frequency }: LocalSchedule, after: number): number {
  const today = Math.floor(localTime(after, time_zone) / DAY) * DAY;
  for (let date = today; date <= today + SEARCHED_DAYS * DAY; date += DAY) {
    const local = new Date(date);
    if ((local.getUTCDay() || 7) !== day) continue;
    if (frequency === 'monthly' && local.getUTCDate() > 7) continue;
    const at = instantOf(date + hour * HOUR, time_zone);
    if (at > after) return at;
  }
  throw new Error(`The schedule has no time: ${JSON.stringify({ day, hour, time_zone, frequency })}`);
}

/** The instant at which a zone's clocks show `local`, which is epoch ms as if they were in UTC. */
function instantOf(local: number, zone: string): number {
  const offsets = [local - DAY, local + DAY].map((near) => localTime(near, zone) - near);
  const [first = local, second = local] = offsets.map((offset) => local - offset).sort((a, b) => a - b);
  if (localTime(first, zone) === local) return first;
  if (localTime(second, zone) === local) return second;
  // Left out: by the clocks as they were before, it is the moment after the gap.
  return second;
}

/** What a zone's clocks show, as epoch ms as if they were in UTC. To the second. */
function localTime(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
}

/** By zone, of which there are some hundreds: making a format takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = newFormat(zone);
    formats.set(zone, format);
  }
  return format;
}

/** A zone unknown to this machine, after a move, counts as UTC: one letter must not stop the others. */
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
