import { useEffect } from 'react';

/** Makes the browser ask before the page is closed or reloaded, while `isActive`. */
export function useUnloadGuard(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, [isActive]);
}

/** Makes the browser ask. Chrome and Edge before version 119 read only `returnValue`. */
export function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
  event.returnValue = true;
}
