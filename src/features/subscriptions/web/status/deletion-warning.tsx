import { useQuery } from '@tanstack/react-query';
import { useApi } from '#platform/web/page.ts';
import { subscriptionQuery } from './queries.ts';
import { isRunning } from './subscription-words.ts';

/** Says before an account is deleted that its running subscription ends with it. */
export function DeletionWarning() {
  // A payment in another tab, since this page was opened, is known to the server only.
  const { data: own } = useQuery({ ...subscriptionQuery(useApi()), staleTime: 0 });
  if (!isRunning(own?.subscription)) return null;
  return (
    <p>
      Your subscription ends right away. You will not be charged again, and you lose the rest of your paid
      time.
    </p>
  );
}
