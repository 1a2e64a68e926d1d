import { useEffect } from 'react';

/** Lets the browser ask before the page is closed or loaded anew, while `isActive`. */
export function useUnloadGuard(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [isActive]);
}
