import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#platform/design/toast.tsx';
import { ApiError, NETWORK_ERROR } from '#platform/web/api-client.ts';
import { localDate } from '#platform/web/local-date.tsx';
import { useApi } from '#platform/web/page.ts';
import type { cancelSubscription, OwnSubscription, resumeSubscription, Subscription } from '../contract.ts';
import { subscriptionQuery } from './queries.ts';
import { refreshReader } from './refresh-reader.ts';

/** Cancelling, and taking it back. */
export function useTurnSubscription() {
  const api = useApi();
  const queries = useQueryClient();
  const { queryKey } = subscriptionQuery(api);
  const settle = (subscription: Subscription) => {
    queries.setQueryData(queryKey, (own: OwnSubscription | undefined) => own && { ...own, subscription });
    // The role follows; so does what is open, when nothing was left of the paid time.
    if (subscription.accessUntil === null) void refreshReader(api, queries);
  };
  const failed = (title: string) => (error: unknown) => {
    toast({
      kind: 'bad',
      title,
      description: error instanceof ApiError ? error.reason || 'Please try again.' : NETWORK_ERROR,
    });
    void queries.invalidateQueries({ queryKey });
  };
  const cancel = useMutation({
    mutationFn: () => api<typeof cancelSubscription>('POST /api/subscription/cancel'),
    onSuccess: (subscription) => {
      settle(subscription);
      toast({
        title: 'Subscription cancelled',
        description: subscription.accessUntil
          ? `You keep access until ${localDate(subscription.accessUntil)}.`
          : 'Nothing more is charged.',
      });
    },
    onError: failed('The subscription could not be cancelled'),
  });
  const resume = useMutation({
    mutationFn: () => api<typeof resumeSubscription>('POST /api/subscription/resume'),
    onSuccess: (subscription) => {
      settle(subscription);
      toast({ title: 'Subscription continues', description: 'Your cancellation is taken back.' });
    },
    onError: failed('The cancellation could not be taken back'),
  });
  return { cancel, resume };
}
