import { type ComponentType, useEffect, useState } from 'react';
import { onToast } from '#platform/design/toast.tsx';

/** What only a person does; every notification answers to something that a person did. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * The notifications' code comes with the first sign of a person, F8 among them, or at once for the first notification:
 * no first view waits for it. When it could not be fetched, the next sign tries again.
 */
export function Notifications() {
  const [Region, setRegion] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Region) return;
    let asked = false;
    const load = () => {
      if (asked) return;
      asked = true;
      import('#platform/design/toast-region.tsx').then(
        ({ ToastRegion }) => setRegion(() => ToastRegion),
        () => {
          asked = false;
        },
      );
    };
    const stopListening = onToast(load);
    for (const sign of SIGNS) addEventListener(sign, load, { passive: true });
    return () => {
      stopListening();
      for (const sign of SIGNS) removeEventListener(sign, load);
    };
  }, [Region]);
  return Region ? <Region /> : null;
}
