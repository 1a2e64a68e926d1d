import type { LoadContext, LoadResult } from '#platform/web/page.ts';
import { AdminFrame, loadForEditors, useIsAdmin } from '../admin-frame.tsx';
import { NO_FILTER } from '../audit-log/audit-filter.ts';
import { AuditLogPanel } from '../audit-log/audit-log-panel.tsx';
import { auditLogQuery } from '../audit-log/audit-log-queries.ts';
import { HISTORY_PATH } from './history-address.ts';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadForEditors(context);
  if (elsewhere) return elsewhere;
  // A filter depends on the reader's time zone, which the server does not know.
  if (context.search.size === 0)
    await context.queries.prefetchInfiniteQuery(auditLogQuery(context.api, NO_FILTER));
  return undefined;
}

/** /admin/history: every change, with Undo. */
export function Page() {
  const isAdmin = useIsAdmin();
  return (
    <AdminFrame
      forEditors
      title="History"
      path={HISTORY_PATH}
      heading="History"
      lead={`Every change to content${isAdmin ? ', texts and settings' : ''}, newest first.`}
    >
      <AuditLogPanel />
    </AdminFrame>
  );
}
