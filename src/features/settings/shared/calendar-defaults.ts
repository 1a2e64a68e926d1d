/** The site's time zone. Empty: each administrator's browser tells its own. */
export const TIME_ZONE = 'site.time-zone';

/** Defaults of the calendar, in a file of their own because no page of learners needs them. */
export const CALENDAR_DEFAULTS = { [TIME_ZONE]: '' } as const;
