import { many } from './counts.ts';

/** Minutes in words: minutes alone under an hour, then hours and the minutes that remain ('2 hours 5 min'). */
export function formatDuration(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes));
  if (whole < 60) return `${whole} min`;
  const rest = whole % 60;
  const hours = many(Math.floor(whole / 60), 'hour');
  return rest === 0 ? hours : `${hours} ${rest} min`;
}
