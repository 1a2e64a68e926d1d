const two = (value: number) => String(value).padStart(2, '0');

/** Formats seconds to a tenth: `0:17.4`, `1:02:03.0`. */
export function tenths(seconds: number): string {
  const all = Math.round(seconds * 10);
  const [hours, minutes, rest] = [Math.floor(all / 36_000), Math.floor(all / 600) % 60, all % 600];
  const end = `${two(Math.floor(rest / 10))}.${rest % 10}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${end}` : `${minutes}:${end}`;
}

/** Formats seconds for a field: to a tenth, or to thousandths where needed; empty without a time. */
export function fieldTime(seconds: number | null): string {
  if (seconds === null) return '';
  const thousandths = Math.round(seconds * 1000) % 100;
  const short = tenths(Math.floor(Math.round(seconds * 1000) / 100) / 10);
  return thousandths === 0 ? short : short + two(thousandths).replace(/0$/, '');
}

/** Parses a time as people write it, such as `17`, `0:17.4` or `1:02:03,5`; null for anything else. */
export function parseTime(text: string): number | null {
  const match = /^(?:(\d{1,3}):)?(?:(\d{1,3}):)?(\d{1,6})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  if (!match) return null;
  const [, first, second, seconds = '', fraction = ''] = match;
  const [hours, minutes] = second === undefined ? ['0', first ?? '0'] : [first ?? '0', second];
  if (first !== undefined && Number(seconds) > 59) return null;
  const thousandths = Number(fraction.padEnd(3, '0'));
  return (((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + thousandths) / 1000;
}
