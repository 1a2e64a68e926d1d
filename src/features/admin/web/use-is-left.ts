import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns a ref that tells whether the component has unmounted. A later response still counts, but must not
 * navigate away from the reader's current page.
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
