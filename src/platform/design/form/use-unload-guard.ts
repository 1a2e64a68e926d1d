import { useEffect } from 'react';

/** Lets the browser ask before the page is closed or loaded anew, while `isActive`. */
export function useUnloadGuard(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, [isActive]);
}

/** Makes the browser ask. Chrome and Edge before version 119 look at `returnValue` alone. */
export function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
  event.returnValue = true;
}
