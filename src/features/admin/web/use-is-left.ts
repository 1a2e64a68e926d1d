import { type RefObject, useEffect, useRef } from 'react';

/**
 * Holds whether the component has gone. An answer that comes later still counts, but must not lead away from
 * where its owner is by then.
 */
export function useIsLeft(): RefObject<boolean> {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
}
