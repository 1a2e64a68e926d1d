import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadAdmin } from '../admin-frame.tsx';
import { DaysForm } from '../analytics/days-form.tsx';
import { isUnloaded, LoadMore } from '../load-more.tsx';
import * as list from '../search-list.module.css';
import { PAYMENTS_PATH, SUBSCRIPTIONS_PATH } from '../subscriptions/subscriptions-address.ts';
import { MonthTable } from './month-table.tsx';
import * as css from './payments.module.css';
import { daysProblem, type PaymentsDays, paymentsHref, readPaymentsDays } from './payments-address.ts';
import { paymentSumsQuery, paymentsCsvHref, paymentsQuery } from './payments-queries.ts';
import { PaymentsTable } from './payments-table.tsx';

const BACK = { href: SUBSCRIPTIONS_PATH, label: 'Back to Subscription Management' };

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  const { api, queries, search } = context;
  const days = readPaymentsDays(search, Date.now());
  await Promise.all([
    queries.prefetchInfiniteQuery(paymentsQuery(api, days)),
    queries.prefetchQuery(paymentSumsQuery(api, days)),
  ]);
  return undefined;
}

/** /admin/subscriptions/payments: all payments, refunds and reversals, for the accounts. */
export function Page() {
  const [, navigate] = useLocation();
  // Midnight must not replace days that were chosen and not sent yet.
  const [now] = useState(Date.now);
  const days = readPaymentsDays(new URLSearchParams(useSearch()), now);
  const [problem, setProblem] = useState('');
  const show = (next: PaymentsDays) => {
    const wrong = daysProblem(next);
    setProblem(wrong);
    if (wrong === '') navigate(paymentsHref(next), { replace: true });
  };
  return (
    <AdminFrame
      title="Payments"
      path={PAYMENTS_PATH}
      heading="Payments"
      lead="Every payment, refund and reversal, for your accounts. Days and months are those of UTC."
      back={BACK}
      actions={
        <a className="btn line" href={paymentsCsvHref(days)} download="payments.csv">
          Download CSV
        </a>
      }
    >
      <DaysForm days={days} onShow={show} />
      {problem === '' ? null : (
        <div className={css.wrong}>
          <ErrorNote role="alert">{problem}</ErrorNote>
        </div>
      )}
      <Entries days={days} />
    </AdminFrame>
  );
}

function Entries({ days }: { days: PaymentsDays }) {
  const api = useApi();
  const sums = useQuery(paymentSumsQuery(api, days));
  const found = useInfiniteQuery({ ...paymentsQuery(api, days), placeholderData: keepPreviousData });
  const isBusy = found.isPlaceholderData || sums.isPlaceholderData;
  const entries = found.data?.pages.flatMap((page) => page.entries) ?? [];
  if (isUnloaded(found) || (sums.isError && !sums.isFetching))
    return (
      <LoadFailure
        title="Error loading payments. Please try again."
        onRetry={() => {
          void found.refetch();
          void sums.refetch();
        }}
      />
    );
  if (!found.data || !sums.data) return <PageSpinner />;
  return (
    <div className={css.found} aria-busy={isBusy || undefined}>
      <p className="sr" role="status">
        {isBusy ? 'Loading...' : entries.length === 0 ? 'No payments' : 'Payments loaded'}
      </p>
      {entries.length === 0 ? (
        <p className={list.empty}>No payment in these days.</p>
      ) : (
        <>
          <MonthTable sums={sums.data} />
          <PaymentsTable entries={entries} />
        </>
      )}
      {found.hasNextPage ? (
        <div className={list.loadMore}>
          <LoadMore pages={found} />
        </div>
      ) : null}
    </div>
  );
}
