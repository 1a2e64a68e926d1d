import { many } from '#platform/web/counts.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** Formats seconds for the eye: '0:09', '1:02:03'. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function spokenTime(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds));
  const minutes = Math.floor(whole / 60);
  const rest = many(whole % 60, 'second');
  if (minutes === 0) return rest;
  return whole % 60 === 0 ? many(minutes, 'minute') : `${many(minutes, 'minute')} ${rest}`;
}

/** Describes a position for screen readers: '9 seconds of 25', '1 minute 5 seconds of 2 minutes'. */
export function spokenPosition(time: number, duration: number): string {
  if (duration <= 0) return spokenTime(time);
  return `${spokenTime(time)} of ${duration < 60 ? Math.floor(duration) : spokenTime(duration)}`;
}
