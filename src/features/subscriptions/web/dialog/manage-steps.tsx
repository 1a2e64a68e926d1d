import { useQuery } from '@tanstack/react-query';
import { ErrorNote } from '#platform/design/state/error-note.tsx';
import { Spinner } from '#platform/design/state/spinner.tsx';
import { useApi } from '#platform/web/page.ts';
import { subscriptionQuery } from '../status/queries.ts';
import { SubscriptionState } from '../status/subscription-state.tsx';

/** Shows and cancels the subscription of a browser without an account, which has no account page. */
export function ManageSteps() {
  const { data: own, isError } = useQuery({ ...subscriptionQuery(useApi()), staleTime: 0 });
  if (!own)
    return isError ? (
      <ErrorNote role="alert">Your subscription could not be loaded. Please try again later.</ErrorNote>
    ) : (
      <Spinner />
    );
  return own.subscription ? (
    <SubscriptionState own={own} subscription={own.subscription} />
  ) : (
    <p>This browser has no subscription.</p>
  );
}
