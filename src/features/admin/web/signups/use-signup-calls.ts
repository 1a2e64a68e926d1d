import { useMutation, useQueryClient } from '@tanstack/react-query';
import { listAuditLog } from '#features/audit-log/contract/calls.ts';
import * as adminCalls from '#features/signups/contract/admin-calls.ts';
import type { changeEmailSignup, eraseEmailSignup } from '#features/signups/contract/endpoints.ts';
import type { EmailSignup } from '#features/signups/contract/schemas.ts';
import { toast } from '#platform/design/toast/toast.tsx';
import { useApi } from '#platform/web/page.ts';
import { answersOf } from '#platform/web/query-keys.ts';
import { changeFailure } from '../presses/change-failure.ts';

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
    onSuccess: (changed) => {
      toast(
        changed.hasAccess
          ? { title: 'Access granted', description: `${email} can enter again.` }
          : { title: 'Access revoked', description: `${email} can no longer enter.` },
      );
    },
    onError: changeFailure(`Failed to ${hasAccess ? 'revoke' : 'grant'} access`),
    onSettled: refetchSignups,
  });
  const erase = useMutation({
    mutationFn: () => api<typeof eraseEmailSignup>(adminCalls.eraseEmailSignup, { params }),
    onSuccess: () =>
      toast({ title: 'Address erased', description: 'Nothing about this address is stored any more.' }),
    onError: changeFailure('Failed to erase the address'),
    onSettled: refetchSignups,
  });
  return { toggleAccess, erase };
}
