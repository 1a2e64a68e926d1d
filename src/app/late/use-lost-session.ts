import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getUser } from '#features/accounts/contract/calls.ts';
import { currentToast } from '#platform/design/toast/toast.tsx';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { useApi } from '#platform/web/page.ts';

/**
 * Shows that the session has ended when a page of the administration fails to load for that reason. The page
 * itself shows only a failure, and retrying would not help. A browser reports a failed download without a
 * reason, so the session is checked separately.
 */
export function useLostSession(): void {
  const queries = useQueryClient();
  const api = useApi();
  useEffect(() => {
    const onPress = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a[download][href^="/"]'))
        api(getUser).catch(tellOfEnd);
    };
    document.addEventListener('click', onPress);
    const unsubscribe = queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') tellOfEnd(event.action.error);
    });
    return () => {
      document.removeEventListener('click', onPress);
      unsubscribe();
    };
  }, [queries, api]);
}

function tellOfEnd(error: Error): void {
  if (!hasCode(error, 'not-signed-in')) return;
  // Several parts of one page fail together, but one notification suffices.
  const shown = currentToast();
  if (shown?.open && shown.asksFor === 'login') return;
  toastFailure('Your session has ended')(error);
}
