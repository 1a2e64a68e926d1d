/** The site's time zone. Empty: the zone of each administrator's browser. */
export const TIME_ZONE = 'site.time-zone';

/** Defaults of the calendar, in a separate file because no learners' page needs them. */
export const CALENDAR_DEFAULTS = { [TIME_ZONE]: '' } as const;
