import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '#platform/design/toast/toast-failure.ts';
import { hasCode } from '#platform/web/api-error.ts';
import { PASSKEY_ANSWERS } from './passkey-queries.ts';

/** Changes one passkey, then reads the list again. */
export function usePasskeyChange<Body, Result>(
  change: (body: Body) => Promise<Result>,
  onSuccess: (result: Result) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess,
    onError: (error) => {
      // The form leaves the page together with the passkey, so it cannot show this error.
      if (hasCode(error, 'not-found')) toastFailure('Passkey not changed')(error);
    },
    // After an error too: another tab, or a press whose response was lost, may have removed it.
    onSettled: () => queries.invalidateQueries(PASSKEY_ANSWERS),
  });
}
