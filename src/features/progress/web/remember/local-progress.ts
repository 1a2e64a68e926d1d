import type { MarkInWave } from '../../contract/schemas.ts';
import { mergeMarks } from '../../shared/marks.ts';
import { mergeReports } from '../../shared/merge-reports.ts';
import type { ReportInWave } from '../../shared/summarize.ts';
import { PROGRESS_KEY } from '../begun-script.ts';
import { areCounts, LocalList } from './local-list.ts';

interface Owned {
  userId?: number | undefined;
}

type LocalReport = ReportInWave & Owned;
type LocalMark = MarkInWave & Owned;

/** Reports on lessons: a visitor's, and a member's unsent ones. */
export const localReports = new LocalList<LocalReport>(PROGRESS_KEY, {
  isEntry(entry): entry is LocalReport {
    const { dropletId, waveId, oceanId, total, position, furthest, seenAt, at, userId } = fieldsOf(entry);
    return areCounts(dropletId, waveId, oceanId, total, position, furthest, at, seenAt ?? 0, userId ?? 0);
  },
  merge: (earlier, report) => ({ ...report, ...mergeReports(earlier, report) }),
});

/** Marks: a visitor's, and a member's unsent ones. */
export const localMarks = new LocalList<LocalMark>('stillwater.again', {
  isEntry(entry): entry is LocalMark {
    const { dropletId, waveId, step, at, userId } = fieldsOf(entry);
    return areCounts(dropletId, waveId, at, step ?? 0, userId ?? 0);
  },
  merge: mergeMarks,
});

const fieldsOf = (entry: unknown) => (entry ?? {}) as Record<string, unknown>;
