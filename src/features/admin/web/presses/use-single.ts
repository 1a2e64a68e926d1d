import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Returns a function that starts a mutation unless one is in progress. `isPending` is set only at the next
 * rendering, after the second click of a double click. `onSuccess` is called even after the button has
 * unmounted.
 */
export function useSingle<Data, Variables>({ mutateAsync }: UseMutationResult<Data, Error, Variables>) {
  const isBusy = useRef(false);
  return (variables: Variables, onSuccess?: (data: Data) => void): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    void mutateAsync(variables)
      // The mutation itself reports its failure.
      .then(onSuccess, () => {})
      .finally(() => {
        isBusy.current = false;
      });
  };
}
