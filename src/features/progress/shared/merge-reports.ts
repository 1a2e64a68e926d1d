import type { Report } from '../contract/schemas.ts';

/**
 * Joins two reports on one droplet: the later position, the furthest position, and the first end. Commutative
 * and idempotent, so a report may arrive late or twice.
 */
export function mergeReports(a: Report, b: Report): Report {
  const later = b.at > a.at || (b.at === a.at && b.position > a.position) ? b : a;
  return {
    dropletId: a.dropletId,
    position: later.position,
    furthest: Math.max(a.furthest, b.furthest),
    seenAt: a.seenAt === null || b.seenAt === null ? (a.seenAt ?? b.seenAt) : Math.min(a.seenAt, b.seenAt),
    at: later.at,
  };
}

/** Joins reports into one for each droplet. */
export function mergeAll<R extends Report>(reports: readonly R[]): R[] {
  const merged = new Map<number, R>();
  for (const report of reports) {
    const other = merged.get(report.dropletId);
    merged.set(report.dropletId, other ? { ...other, ...mergeReports(other, report) } : report);
  }
  return [...merged.values()];
}
