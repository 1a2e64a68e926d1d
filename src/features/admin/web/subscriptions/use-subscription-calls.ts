import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listAuditLog } from '#features/audit-log/contract/calls.ts';
import { getPerson } from '#features/people/contract/calls.ts';
import * as calls from '#features/subscriptions/contract/admin-calls.ts';
import type {
  checkSubscription,
  continueSubscription,
  endSubscription,
  refundPayment,
} from '#features/subscriptions/contract/admin-endpoints.ts';
import type { ManagedDetails } from '#features/subscriptions/contract/admin-schemas.ts';
import { listWarnings } from '#features/warnings/contract/calls.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { hasCode } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';
import { answersOf, keyOf } from '#platform/web/query-keys.ts';
import { changeFailure } from '../presses/change-failure.ts';

const OTHERS = [calls.listSubscriptions, calls.subscriptionTotals, listAuditLog, listWarnings, getPerson];

interface RefundInput {
  paymentId: number;
  cents: number;
  key: string;
  refundedCents: number;
  reason: string;
}

/** Calls that change a subscription. Each shows the state in the server's response. */
export function useSubscriptionCalls(subscription: ManagedDetails) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { id: String(subscription.id) };
  const key = keyOf(calls.getManagedSubscription, { id: subscription.id });
  const lastChange = subscription.changes[0]?.id ?? 0;
  const refetch = () =>
    queries.invalidateQueries({ predicate: answersOf(calls.getManagedSubscription, ...OTHERS) });
  const show = async (details: ManagedDetails, title: string, description: string) => {
    queries.setQueryData(key, details);
    toast({ title, description });
    await queries.invalidateQueries({ predicate: answersOf(...OTHERS) });
  };
  const fail = (title: string) => (error: unknown) => {
    changeFailure(title)(error);
    // Another person may have changed it.
    void refetch();
  };

  const check = useMutation({
    mutationFn: () => api<typeof checkSubscription>(calls.checkSubscription, { params }),
    onSuccess: (details) => show(details, 'Checked', 'This is how the provider knows it now.'),
    onError: fail('The provider was not asked'),
  });
  const end = useMutation({
    mutationFn: (when: 'period-end' | 'now') =>
      api<typeof endSubscription>(calls.endSubscription, { params, body: { when, lastChange } }),
    onSuccess: (details, when) =>
      when === 'now'
        ? show(details, 'Subscription ended', 'Access has ended, and no further payment is taken.')
        : show(details, 'Subscription canceled', 'Access stays until the end of the paid time.'),
    onError: fail('The subscription was not canceled'),
  });
  const resume = useMutation({
    mutationFn: () =>
      api<typeof continueSubscription>(calls.continueSubscription, { params, body: { lastChange } }),
    onSuccess: (details) => show(details, 'Cancellation undone', 'Payments go on as before.'),
    onError: fail('The cancellation was not undone'),
  });
  const refund = useMutation({
    mutationFn: (body: RefundInput) => api<typeof refundPayment>(calls.refundPayment, { params, body }),
    onSuccess: ({ status, subscription: details }) => {
      if (status === 'done') return show(details, 'Payment refunded', 'The payer is told by mail.');
      queries.setQueryData(key, details);
      return queries.invalidateQueries({ predicate: answersOf(...OTHERS) });
    },
    // The dialog shows the reason. After a conflict its payment data is stale.
    onError: (error) => (hasCode(error, 'edit-conflict', 'nothing-to-refund') ? refetch() : undefined),
  });
  return { check, end, resume, refund };
}

export type SubscriptionCalls = ReturnType<typeof useSubscriptionCalls>;
