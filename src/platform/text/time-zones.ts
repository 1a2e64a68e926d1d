/** Returns this browser's time zone, or UTC if unknown. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Returns all time zones known to this browser, plus `chosen`, which may come from another one. */
export function timeZones(chosen: string): string[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set([chosen, 'UTC', ...known])].sort();
}

/** Returns the city of a time zone: `New York` for America/New_York. */
export const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
