import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Makes a function that starts a mutation unless one is under way. `isPending` tells that only at the next
 * rendering, after the second click of a double click. `onSuccess` is called also when the button has gone.
 */
export function useSingle<Data, Variables>({ mutateAsync }: UseMutationResult<Data, Error, Variables>) {
  const isBusy = useRef(false);
  return (variables: Variables, onSuccess?: (data: Data) => void): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    void mutateAsync(variables)
      // The mutation reports its failure itself.
      .then(onSuccess, () => {})
      .finally(() => {
        isBusy.current = false;
      });
  };
}
