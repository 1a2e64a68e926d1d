import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Makes a function that starts a mutation unless one is under way. `isPending` tells that only at the next
 * rendering, after the second click of a double click.
 */
export function useSingle<Data, Variables>({ mutate }: UseMutationResult<Data, Error, Variables>) {
  const isBusy = useRef(false);
  return (variables: Variables, onSuccess?: (data: Data) => void): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    mutate(variables, {
      ...(onSuccess && { onSuccess }),
      onSettled: () => {
        isBusy.current = false;
      },
    });
  };
}
