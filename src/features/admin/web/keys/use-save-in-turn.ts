import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Wraps `save` so that no press is lost: during another save, it runs as soon as that one ends, with the
 * form's values at that time.
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
