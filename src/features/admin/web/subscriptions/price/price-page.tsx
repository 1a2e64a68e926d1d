import { useQuery } from '@tanstack/react-query';
import { PRICE, YEARLY_PRICE } from '#features/subscriptions/shared/prices.ts';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadAdmin } from '../../admin-frame.tsx';
import { versionsHref } from '../../history/history-address.ts';
import { PRICE_PATH, SUBSCRIPTIONS_PATH } from '../subscriptions-address.ts';
import { pricesQuery, totalsQuery } from '../subscriptions-queries.ts';
import * as css from './price.module.css';
import { PriceForm } from './price-form.tsx';

const BACK = { href: SUBSCRIPTIONS_PATH, label: 'Back to Subscription Management' };

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  const { api, queries } = context;
  await Promise.all([queries.prefetchQuery(pricesQuery(api)), queries.prefetchQuery(totalsQuery(api))]);
  return undefined;
}

/** /admin/subscriptions/price: the price of new subscriptions. */
export function Page() {
  const { data, isError, refetch } = useQuery(pricesQuery(useApi()));
  return (
    <AdminFrame
      title="Price"
      path={PRICE_PATH}
      heading="Price"
      lead="What a new subscription costs. Existing subscribers keep their price."
      back={BACK}
    >
      {data ? (
        <>
          <PriceForm prices={data} />
          <p className={css.history}>
            <Link href={versionsHref({ type: 'setting', id: PRICE })}>History of the monthly price</Link>
            <Link href={versionsHref({ type: 'setting', id: YEARLY_PRICE })}>
              History of the yearly price
            </Link>
          </p>
        </>
      ) : isError ? (
        <LoadFailure title="Error loading the price. Please try again." onRetry={() => void refetch()} />
      ) : (
        <PageSpinner />
      )}
    </AdminFrame>
  );
}
