import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Makes a `save`, always the same function, whose presses are never lost: while another save is under way, it
 * runs as soon as that one has ended, with what stands in the form by then.
 */
export function useSaveInTurn(save: () => void, isPending: boolean): () => void {
  const latest = useRef({ save, isPending });
  const isWaiting = useRef(false);
  useLayoutEffect(() => {
    latest.current = { save, isPending };
  });
  useEffect(() => {
    if (isPending || !isWaiting.current) return;
    isWaiting.current = false;
    latest.current.save();
  }, [isPending]);
  return useCallback(() => {
    if (latest.current.isPending) isWaiting.current = true;
    else latest.current.save();
  }, []);
}
