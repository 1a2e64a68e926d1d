import { type ComponentType, useEffect, useState } from 'react';
import { onToast } from '#platform/design/toast.tsx';

/** Where the browser cannot tell when it is idle, in ms. */
const LATER = 1_500;

/**
 * The notifications' code comes when the page is alive and idle, or at once for the first notification or F8: no first
 * view waits for it. When it could not be fetched, the next notification tries again.
 */
export function Notifications() {
  const [Region, setRegion] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Region) return;
    const load = () =>
      import('#platform/design/toast-region.tsx').then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        () => {},
      );
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'F8') void load();
    };
    const stopListening = onToast(load);
    document.addEventListener('keydown', onKey);
    const idle = 'requestIdleCallback' in window;
    const waiting = idle ? requestIdleCallback(load) : setTimeout(load, LATER);
    return () => {
      stopListening();
      document.removeEventListener('keydown', onKey);
      if (idle) cancelIdleCallback(waiting as number);
      else clearTimeout(waiting);
    };
  }, [Region]);
  return Region ? <Region /> : null;
}
