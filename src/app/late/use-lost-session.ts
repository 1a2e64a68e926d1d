import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentToast, toast } from '#platform/design/toast/toast.tsx';
import { LOG_IN_FIRST } from '#platform/http/contract/call.ts';
import { hasCode } from '#platform/web/api-error.ts';

/**
 * Tells that the session has ended when a page of the administration cannot be read for that reason: a list
 * says only that it could not be loaded, and trying again would never help.
 */
export function useLostSession(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        if (!hasCode(event.action.error, 'not-signed-in')) return;
        // Several parts of one page fail together.
        const shown = currentToast();
        if (shown?.open && shown.description === LOG_IN_FIRST) return;
        toast({ kind: 'bad', title: 'Your session has ended', description: LOG_IN_FIRST });
      }),
    [queries],
  );
}
