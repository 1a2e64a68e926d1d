import { useEffect } from 'react';

/** Reports to the surrounding page whether a form has unsaved input. An unmounted form has none. */
export function useReportTyped(typed: boolean, report: (typed: boolean) => void): void {
  useEffect(() => {
    report(typed);
    return () => report(false);
  }, [typed, report]);
}
