import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tellOtherTabs } from '#features/accounts/web/session/session-user.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { localDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import * as calls from '../../contract/calls.ts';
import type { cancelSubscription, resumeSubscription } from '../../contract/endpoints.ts';
import type { OwnSubscription, Subscription } from '../../contract/schemas.ts';
import { subscriptionQuery } from './queries.ts';
import { refreshAccess } from './refresh-access.ts';

/** The calls that cancel the subscription and undo the cancellation. */
export function useChangeSubscription() {
  const api = useApi();
  const queries = useQueryClient();
  const { queryKey } = subscriptionQuery(api);
  const settle = (subscription: Subscription) => {
    queries.setQueryData(queryKey, (own: OwnSubscription | undefined) => own && { ...own, subscription });
    // Without paid time left, the access has ended with the cancellation.
    if (subscription.accessUntil === null) void refreshAccess(api, queries);
    else tellOtherTabs();
  };
  const failed = (title: string) => (error: unknown) => {
    toastFailure(title)(error);
    // Without a session the answer would be that there is no subscription.
    if (!hasCode(error, 'not-signed-in')) void queries.invalidateQueries({ queryKey });
  };
  const cancel = useMutation({
    mutationFn: () => api<typeof cancelSubscription>(calls.cancelSubscription),
    onSuccess: (subscription) => {
      settle(subscription);
      toast({
        title: 'Subscription canceled',
        description: subscription.accessUntil
          ? `Your paid time ends on ${localDate(subscription.accessUntil)}.`
          : 'You will not be charged again.',
      });
    },
    onError: failed('The subscription could not be canceled'),
  });
  const resume = useMutation({
    mutationFn: () => api<typeof resumeSubscription>(calls.resumeSubscription),
    onSuccess: (subscription) => {
      settle(subscription);
      toast({ title: 'Subscription resumed', description: 'Your cancellation was undone.' });
    },
    onError: failed('The cancellation could not be undone'),
  });
  return { cancel, resume };
}
