import { mergeReports } from '../../shared/merge-reports.ts';
import type { PlacedReport } from '../../shared/summarize.ts';
import { PROGRESS_KEY } from '../begun-script.ts';

export interface LocalReport extends PlacedReport {
  /** The reader's id, so that no report enters another person's account. Absent for a visitor. */
  userId?: number | undefined;
}

/** Reads all stored reports. Broken or refused storage counts as empty. */
export function readLocal(): LocalReport[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(PROGRESS_KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(isLocalReport) : [];
  } catch {
    return [];
  }
}

/** The reports of this reader. A visitor's belong to whoever logs in in this browser. */
export const localOf = (userId: number | null): LocalReport[] =>
  readLocal().filter((report) => report.userId === undefined || report.userId === userId);

/** Stores a report, joined with an earlier one on the same droplet. Does nothing where storage is refused. */
export function storeLocal(report: LocalReport): void {
  const stored = readLocal();
  const earlier = stored.find((other) => isSame(other, report));
  const joined = earlier ? { ...report, ...mergeReports(earlier, report) } : report;
  write([...stored.filter((other) => other !== earlier), joined]);
}

/** Removes reports that have reached the account. One that has changed meanwhile stays. */
export function dropLocal(sent: readonly LocalReport[]): void {
  const isSent = (stored: LocalReport) =>
    sent.some((one) => isSame(one, stored) && one.at === stored.at && one.seenAt === stored.seenAt);
  write(readLocal().filter((stored) => !isSent(stored)));
}

/** Removes everything that this reader's browser remembers. */
export function clearLocal(userId: number | null): void {
  const own = localOf(userId);
  write(readLocal().filter((stored) => !own.some((one) => isSame(one, stored))));
}

const isSame = (a: LocalReport, b: LocalReport) => a.dropletId === b.dropletId && a.userId === b.userId;

function write(list: readonly LocalReport[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(PROGRESS_KEY);
    else localStorage.setItem(PROGRESS_KEY, JSON.stringify(list));
  } catch {
    // A browser that refuses storage remembers nothing; a member's reports still reach the server.
  }
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

function isLocalReport(entry: unknown): entry is LocalReport {
  if (typeof entry !== 'object' || entry === null) return false;
  const { dropletId, waveId, oceanId, total, position, furthest, seenAt, at, userId } = entry as Record<
    string,
    unknown
  >;
  return (
    [dropletId, waveId, oceanId, total, position, furthest, at].every(isCount) &&
    (seenAt === null || isCount(seenAt)) &&
    (userId === undefined || isCount(userId))
  );
}
