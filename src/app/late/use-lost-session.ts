import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentToast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
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
        if (shown?.open && shown.asksFor === 'login') return;
        toastFailure('Your session has ended')(event.action.error);
      }),
    [queries],
  );
}
