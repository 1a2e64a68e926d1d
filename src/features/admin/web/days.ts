/* Days as date fields have them, `2027-11-25`, in the time zone of this browser. */

const digits = (value: number) => String(value).padStart(2, '0');

/**
 * The last instant of a day, in ISO 8601 with the offset of this browser, so that the day can be read from
 * it; null for no day.
 */
export function endOfDay(day: string): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!match) return null;
  const last = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + 1, 0, 0, 0, -1);
  const behind = last.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(behind) / 60), Math.abs(behind) % 60];
  return `${dayOf(last)}T23:59:59.999${behind > 0 ? '-' : '+'}${digits(hours)}:${digits(minutes)}`;
}

const dayOf = (date: Date) =>
  `${date.getFullYear()}-${digits(date.getMonth() + 1)}-${digits(date.getDate())}`;

/** The same day of the month some months from now, or the last day of a shorter month. */
export function dayAfterMonths(months: number, now = new Date()): string {
  const first = new Date(now.getFullYear(), now.getMonth() + months, 1);
  const lastDay = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  return dayOf(new Date(first.getFullYear(), first.getMonth(), Math.min(now.getDate(), lastDay)));
}
