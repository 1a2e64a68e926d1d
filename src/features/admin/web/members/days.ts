/* Days as date fields have them, `2027-11-25`, in the time zone of this browser. */

/** The last instant of a day, in ISO 8601; null for no day. */
export function endOfDay(day: string): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!match) return null;
  const next = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + 1);
  return Number.isNaN(next.getTime()) ? null : new Date(next.getTime() - 1).toISOString();
}

/** The same day of the month some months from now, or the last day of a shorter month. */
export function dayAfterMonths(months: number, now = new Date()): string {
  const first = new Date(now.getFullYear(), now.getMonth() + months, 1);
  const lastDay = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  const digits = (value: number) => String(value).padStart(2, '0');
  const day = Math.min(now.getDate(), lastDay);
  return `${first.getFullYear()}-${digits(first.getMonth() + 1)}-${digits(day)}`;
}
