import { useEffect } from 'react';

/** Tells the page around a form whether something is typed in it; nothing is once the form has gone. */
export function useReportTyped(typed: boolean, report: (typed: boolean) => void): void {
  useEffect(() => {
    report(typed);
    return () => report(false);
  }, [typed, report]);
}
