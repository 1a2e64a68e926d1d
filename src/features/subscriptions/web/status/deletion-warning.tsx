import { useQuery } from '@tanstack/react-query';
import { useApi } from '#platform/web/page.ts';
import { subscriptionQuery } from './queries.ts';
import { isGivenLonger, isRunning } from './subscription-words.ts';

/** Says before an account is deleted that a running subscription and granted access end with it. */
export function DeletionWarning() {
  // A payment in another tab, since this page was opened, is known to the server only.
  const { data: own } = useQuery({ ...subscriptionQuery(useApi()), staleTime: 0 });
  return (
    <>
      {isRunning(own?.subscription) ? (
        <p>
          Your subscription ends right away. You will not be charged again, and you lose the rest of your paid
          time.
        </p>
      ) : null}
      {own && isGivenLonger(own, null) ? <p>The access that was given to you ends too.</p> : null}
    </>
  );
}
