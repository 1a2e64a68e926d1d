import { useEffect, useState } from 'react';

/** A value that has been the same for a while. */
export function useDebounced<T>(value: T, wait: number): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return still;
}
