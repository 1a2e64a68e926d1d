/** Formats epoch milliseconds from the database as ISO 8601 for responses. */
export const instant = (at: number): string => new Date(at).toISOString();

export const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));
