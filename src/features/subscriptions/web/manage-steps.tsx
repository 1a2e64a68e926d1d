import { useQuery } from '@tanstack/react-query';
import { ErrorNote } from '#platform/design/error-note.tsx';
import { Spinner } from '#platform/design/spinner.tsx';
import { useApi } from '#platform/web/page.ts';
import { subscriptionQuery } from './queries.ts';
import { SubscriptionState } from './subscription-state.tsx';

/** For a browser that has paid and has no account, and so no account page: how it stands, and the way out. */
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
    <p>There is no subscription in this browser.</p>
  );
}
