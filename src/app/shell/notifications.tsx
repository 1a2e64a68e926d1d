import { type ComponentType, useEffect, useState } from 'react';
import { onToast } from '#platform/design/toast/toast.tsx';
import { lazyModule } from '#platform/web/lazy-module.ts';

const loadRegion = lazyModule(() => import('../toast-links.tsx'));

/** Signs that a person is there. Each notification answers something that a person did. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Shows notifications. Their code loads at the first sign of a person, F8 among them, or with the first
 * notification, so that no first view waits for it. After a failed load the next sign tries again.
 */
export function Notifications() {
  const [Region, setRegion] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Region) return;
    const load = () =>
      void loadRegion().then(
        ({ Toasts }) => setRegion(() => Toasts),
        () => {},
      );
    const stopListening = onToast(load);
    for (const sign of SIGNS) addEventListener(sign, load, { passive: true });
    return () => {
      stopListening();
      for (const sign of SIGNS) removeEventListener(sign, load);
    };
  }, [Region]);
  return Region ? <Region /> : null;
}
