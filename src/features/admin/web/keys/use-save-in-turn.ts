import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Makes a `save` whose presses are never lost: while another save is under way, it runs as soon as that one
 * has ended, with what stands in the form by then.
 */
export function useSaveInTurn(save: () => void, isPending: boolean): () => void {
  const isWaiting = useRef(false);
  const saveLatest = useEffectEvent(save);
  useEffect(() => {
    if (isPending || !isWaiting.current) return;
    isWaiting.current = false;
    saveLatest();
  }, [isPending]);
  return () => {
    if (isPending) isWaiting.current = true;
    else save();
  };
}
