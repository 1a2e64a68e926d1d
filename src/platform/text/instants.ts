/** Writes epoch milliseconds, as the database has them, as in answers (ISO 8601). */
export const instant = (at: number): string => new Date(at).toISOString();

export const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));
