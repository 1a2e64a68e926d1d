import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { Icon } from '#platform/design/icon.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { failureText } from '#platform/web/api-error.ts';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadForEditors, useIsAdmin } from '../admin-frame.tsx';
import * as css from './analytics.module.css';
import {
  ANALYTICS_PATH,
  type AnalyticsAddress,
  analyticsHref,
  hasDays,
  readAnalyticsAddress,
} from './analytics-address.ts';
import { usageQuery } from './analytics-queries.ts';
import { PeriodForm } from './period-form.tsx';
import { summaryQuery } from './summary-queries.ts';
import { SummarySwitch } from './summary-switch.tsx';
import { UsageReport } from './usage-report.tsx';

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadForEditors(context);
  if (elsewhere) return elsewhere;
  const { api, queries, search } = context;
  const isAdmin = (await queries.fetchQuery(userQuery(api)))?.role === 'admin';
  const address = readAnalyticsAddress(search);
  await Promise.all([
    ...(hasDays(address) ? [queries.prefetchQuery(usageQuery(api, address))] : []),
    ...(isAdmin ? [queries.prefetchQuery(summaryQuery(api))] : []),
  ]);
  return undefined;
}

/** /admin/analytics: statistics by day and droplet, without persons. */
export function Page() {
  const [, navigate] = useLocation();
  const address = readAnalyticsAddress(new URLSearchParams(useSearch()));
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(usageQuery(useApi(), address));
  const isAdmin = useIsAdmin();
  const show = (next: AnalyticsAddress) => navigate(analyticsHref(next), { replace: true });
  return (
    <AdminFrame forEditors title="Analytics" path={ANALYTICS_PATH}>
      <div className="topbar">
        <nav className="crumbs" aria-label="Breadcrumb">
          <Link href="/admin">
            <Icon name="left" />
            Back to Admin
          </Link>
        </nav>
      </div>
      <div className={css.heading}>
        <h1>Analytics</h1>
        <p>Counts of what was used, never of who used it. “Few” means one to four.</p>
      </div>
      <PeriodForm address={address} usage={hasDays(address) ? data : undefined} show={show} />
      {!hasDays(address) ? (
        <p role="status">Choose the {address.from === '' ? 'first' : 'last'} day.</p>
      ) : isError ? (
        <LoadFailure title={failureText(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <PageSpinner />
      ) : (
        <div className={css.report} aria-busy={isPlaceholderData}>
          <UsageReport
            usage={data}
            isAll={address.span === 'all'}
            onParent={(parent) => show({ ...address, parent })}
          />
          <p className="meta">
            Counted without cookies, addresses or accounts. Visitors who ask not to be tracked are not
            counted. Kept for 25 months. Days are those of UTC.{' '}
            <Link href="/terms-privacy#privacy">What is counted</Link>
          </p>
          {isAdmin ? <SummarySwitch /> : null}
        </div>
      )}
    </AdminFrame>
  );
}
