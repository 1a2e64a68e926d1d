import { useQuery } from '@tanstack/react-query';
import type { ManagedDetails } from '#features/subscriptions/contract/admin-schemas.ts';
import { useKeptFocus } from '#platform/design/dialog/use-kept-focus.ts';
import { EmptyState } from '#platform/design/state/empty-state.tsx';
import { LoadFailure } from '#platform/design/state/load-failure.tsx';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import { hasCode } from '#platform/web/api-error.ts';
import { Link } from '#platform/web/link.tsx';
import { type LoadContext, type LoadResult, type PageProps, useApi } from '#platform/web/page.ts';
import { AdminFrame, loadAdmin } from '../admin-frame.tsx';
import * as css from '../record.module.css';
import { payerWord, priceWord, STATE_BADGES } from './explain-subscription.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { Endings, Facts, Happening, Timeline } from './subscription-sections.tsx';
import { SUBSCRIPTIONS_PATH, subscriptionHref } from './subscriptions-address.ts';
import { subscriptionQuery } from './subscriptions-queries.ts';
import { useSubscriptionCalls } from './use-subscription-calls.ts';

const BACK = { href: SUBSCRIPTIONS_PATH, label: 'Back to Subscription Management' };

export async function load(context: LoadContext): Promise<LoadResult> {
  const elsewhere = await loadAdmin(context);
  if (elsewhere) return elsewhere;
  const { api, queries, params } = context;
  try {
    await queries.fetchQuery(subscriptionQuery(api, Number(params.id)));
    return undefined;
  } catch (error) {
    return hasCode(error, 'not-found') ? { status: 404 } : undefined;
  }
}

/** /admin/subscriptions/{id}: a subscription's events and actions. */
export function Page({ params }: PageProps) {
  const id = Number(params.id);
  const { data, error, refetch } = useQuery(subscriptionQuery(useApi(), id));
  const path = subscriptionHref(id);
  if (hasCode(error, 'not-found'))
    return (
      <AdminFrame title="Subscription not found" path={path}>
        <EmptyState title="This subscription does not exist." level={1}>
          <Link className="btn line" href={SUBSCRIPTIONS_PATH}>
            {BACK.label}
          </Link>
        </EmptyState>
      </AdminFrame>
    );
  if (data) return <Found key={id} subscription={data} path={path} />;
  return (
    <AdminFrame title="Subscription Management" path={path} heading="Subscription Management" back={BACK}>
      {error ? (
        <LoadFailure
          title="Error loading this subscription. Please try again."
          onRetry={() => void refetch()}
        />
      ) : (
        <PageSpinner />
      )}
    </AdminFrame>
  );
}

function Found({ subscription, path }: { subscription: ManagedDetails; path: string }) {
  const calls = useSubscriptionCalls(subscription);
  const container = useKeptFocus<HTMLDivElement>();
  const [state, badge] = STATE_BADGES[subscription.state];
  const heading = payerWord(subscription);
  const { check, refund } = calls;
  return (
    <AdminFrame
      title={`${heading}, subscription`}
      path={path}
      heading={heading}
      back={BACK}
      actions={
        <div className="row">
          <button
            type="button"
            className="btn"
            aria-disabled={check.isPending || undefined}
            onClick={() => check.isPending || check.mutate()}
          >
            {check.isPending ? 'Checking...' : 'Check with provider now'}
          </button>
          <RefundDialog subscription={subscription} refund={refund} />
        </div>
      }
    >
      <p className={css.summary}>
        <span className={badge}>{state}</span>
        <span>{priceWord(subscription)}</span>
        {subscription.number === null ? null : <span>{subscription.number}</span>}
        {subscription.provider === 'sandbox' ? <span>Test payment: no money moves</span> : null}
      </p>
      {/* Receives the focus of a button that disappears with its action. */}
      <div ref={container} tabIndex={-1} className={css.columns}>
        <div className={css.stack}>
          <Happening subscription={subscription} />
          <Timeline subscription={subscription} />
        </div>
        <div className={css.stack}>
          <Facts subscription={subscription} />
          <Endings subscription={subscription} calls={calls} />
        </div>
      </div>
    </AdminFrame>
  );
}
