import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listAuditLog } from '#features/audit-log/contract/calls.ts';
import * as calls from '#features/subscriptions/contract/admin-calls.ts';
import type { checkSubscription, retryRefund } from '#features/subscriptions/contract/admin-endpoints.ts';
import { listWarnings } from '#features/warnings/contract/calls.ts';
import type { Warning } from '#features/warnings/contract/schemas.ts';
import { type ToastContent, toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { useApi } from '#platform/web/page.ts';
import { answersOf } from '#platform/web/query-keys.ts';

const OUTCOMES = {
  done: { title: 'Payment refunded', description: 'The payer is told by mail.' },
  due: {
    title: 'The provider does not answer',
    description: 'The refund is tried again by itself.',
  },
  refused: { kind: 'bad', title: 'The provider refused again', description: 'The task says why.' },
  dismissed: { title: 'The task was dismissed', description: 'Nothing was paid back.' },
} satisfies Record<string, ToastContent>;
const CHECKED = {
  title: 'Checked',
  description: 'The provider was asked about the subscription of this money.',
};

/** Retries a task: its refund, or the check of its subscription with the provider. */
export function TryAgain({ task }: { task: Warning }) {
  const again = useTryAgain(task);
  const { kind, about, subscriptionId } = task;
  // Disputes and amounts are settled at the provider, and an unassigned payment has no subscription to check.
  if (kind === 'dispute' || kind === 'amount' || subscriptionId === null) return null;
  return (
    <button
      className="btn line sm"
      type="button"
      aria-label={`Try again: ${about}`}
      aria-disabled={again.isPending || undefined}
      onClick={() => again.isPending || again.mutate(subscriptionId)}
    >
      {again.isPending ? 'One moment...' : 'Try again'}
    </button>
  );
}

function useTryAgain({ kind, id }: Warning) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (subscriptionId: number) => {
      const params = { id: String(subscriptionId) };
      if (kind !== 'refund' && kind !== 'admin-refund') {
        await api<typeof checkSubscription>(calls.checkSubscription, { params });
        return CHECKED;
      }
      const body = { kind, refund: id } as const;
      return OUTCOMES[(await api<typeof retryRefund>(calls.retryRefund, { params, body })).status];
    },
    onSuccess: (outcome) => toast(outcome),
    onError: toastFailure('The provider was not asked'),
    onSettled: () =>
      queries.invalidateQueries({
        predicate: answersOf(
          listWarnings,
          calls.getManagedSubscription,
          calls.listSubscriptions,
          calls.subscriptionTotals,
          listAuditLog,
        ),
      }),
  });
}
