import { many } from '#platform/web/counts.ts';

/** Formats minutes as text: '40 sec', '45 min', '1 hour', '2 hours 5 min'. */
export function formatDuration(minutes: number): string {
  const seconds = Math.round(60 * minutes);
  if (seconds > 0 && seconds < 60) return `${seconds} sec`;
  const whole = Math.max(0, Math.round(minutes));
  if (whole < 60) return `${whole} min`;
  const rest = whole % 60;
  const hours = many(Math.floor(whole / 60), 'hour');
  return rest === 0 ? hours : `${hours} ${rest} min`;
}
