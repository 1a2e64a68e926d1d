const two = (part: number) => String(part).padStart(2, '0');

/** A day some years from today in this browser's time zone, as a date field has it. */
export function dayIn(years: number, today = new Date()): string {
  const day = new Date(today.getFullYear() + years, today.getMonth(), today.getDate());
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The instant at which a day of a date field is over, in this browser's time zone; '' for no day. */
export function endOfDay(day: string): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!parts) return '';
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number];
  const end = new Date(year, month - 1, date + 1);
  return Number.isNaN(end.getTime()) ? '' : end.toISOString();
}
