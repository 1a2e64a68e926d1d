import { type ComponentType, useEffect, useState } from 'react';
import { OPENS } from '#features/comfort/web/comfort-script.ts';
import { onToast } from '#platform/design/toast/toast.tsx';
import { SIGNS } from '#platform/web/ahead.ts';
import { lazyModule } from '#platform/web/lazy-module.ts';

const loadParts = lazyModule(() => import('../late/late-parts.tsx'));

/**
 * Shows notifications, the comfort panel and the shortcuts, which all respond to a person's action. Their
 * code loads at the first interaction, including F8 and `?`, or with the first notification, so that no first
 * view waits for it. After a failed load the next interaction tries again.
 */
export function Notifications() {
  const [Parts, setParts] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Parts) return;
    const preload = () =>
      void loadParts.preload().then((module) => module && setParts(() => module.LateParts));
    const load = () => void loadParts().then(preload, () => {});
    // At once for the bar of a view or a preview, and for a scroll position to restore.
    if (history.state || /_view=/.test(document.cookie)) preload();
    const stopListening = onToast(load);
    const signs = new AbortController();
    addEventListener(OPENS, load, signs);
    for (const sign of SIGNS) addEventListener(sign, preload, signs);
    return () => {
      stopListening();
      signs.abort();
    };
  }, [Parts]);
  return Parts ? <Parts /> : null;
}
