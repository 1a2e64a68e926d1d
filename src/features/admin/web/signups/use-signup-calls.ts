import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listAuditLog } from '#features/audit-log/contract/calls.ts';
import * as adminCalls from '#features/signups/contract/admin-calls.ts';
import type { changeEmailSignup, eraseEmailSignup } from '#features/signups/contract/endpoints.ts';
import type { EmailSignup } from '#features/signups/contract/schemas.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { useApi } from '#platform/web/page.ts';
import { answersOf } from '#platform/web/query-keys.ts';

/** Revokes or grants the access of a sign-up, and erases it. Reports the result in a toast. */
export function useSignupCalls({ id, email, hasAccess }: EmailSignup) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { id: String(id) };
  const refetchSignups = () =>
    queries.invalidateQueries({ predicate: answersOf(adminCalls.listEmailSignups, listAuditLog) });

  const toggleAccess = useMutation({
    mutationFn: () =>
      api<typeof changeEmailSignup>(adminCalls.changeEmailSignup, {
        params,
        body: { hasAccess: !hasAccess },
      }),
    onSuccess: async (changed) => {
      toast(
        changed.hasAccess
          ? { title: 'Access granted', description: `${email} can enter again.` }
          : { title: 'Access revoked', description: `${email} can no longer enter.` },
      );
      await refetchSignups();
    },
    onError: toastFailure(`Failed to ${hasAccess ? 'revoke' : 'grant'} access`),
  });
  const erase = useMutation({
    mutationFn: () => api<typeof eraseEmailSignup>(adminCalls.eraseEmailSignup, { params }),
    onSuccess: async () => {
      toast({ title: 'Address erased', description: 'Nothing about this address is stored any more.' });
      await refetchSignups();
    },
    onError: toastFailure('Failed to erase the address'),
  });
  return { toggleAccess, erase };
}
