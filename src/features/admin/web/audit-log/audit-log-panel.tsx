import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { useApi } from '#platform/web/page.ts';
import { isUnloaded, LoadMore } from '../load-more.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { type AuditFilter, NO_FILTER, useAuditFilter } from './audit-filter.ts';
import { AuditFilterForm } from './audit-filter-form.tsx';
import * as css from './audit-log-panel.module.css';
import { auditLogQuery } from './audit-log-queries.ts';

/** The audit log as sentences. Its filter is in the URL. */
export function AuditLogPanel() {
  const [filter, change] = useAuditFilter();
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <div className={css.panel}>
      <AuditFilterForm filter={filter} onChange={change} />
      {isFiltered ? (
        <p>
          <button type="button" className="btn line sm" onClick={() => change(NO_FILTER)}>
            Clear filters
          </button>
        </p>
      ) : null}
      <FilteredEntries filter={filter} isFiltered={isFiltered} />
    </div>
  );
}

function FilteredEntries({ filter, isFiltered }: { filter: AuditFilter; isFiltered: boolean }) {
  const log = useInfiniteQuery({
    ...auditLogQuery(useApi(), filter),
    // The previous entries are shown until the next ones arrive.
    placeholderData: keepPreviousData,
  });
  if (isUnloaded(log))
    return (
      <LoadFailure
        title="Error loading latest changes. Please try again."
        onRetry={() => void log.refetch()}
      />
    );
  if (!log.data) return <Spinner />;
  const entries = log.data.pages.flatMap((page) => page.entries);
  const isEmpty = entries.length === 0;
  return (
    <div aria-busy={log.isPlaceholderData || undefined}>
      <p className="sr" role="status">
        {log.isPlaceholderData || !isFiltered || isEmpty ? '' : 'Changes found'}
      </p>
      {isEmpty ? (
        <p className="hint" role={isFiltered ? 'status' : undefined}>
          {isFiltered ? 'No changes match these filters.' : 'No changes yet.'}
        </p>
      ) : (
        <AuditEntries entries={entries} />
      )}
      {log.hasNextPage ? (
        <LoadMore pages={log} label="Show earlier changes" className="btn quiet sm" />
      ) : null}
    </div>
  );
}
