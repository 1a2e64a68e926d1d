import { lazyModule } from '#platform/web/lazy-module.ts';

/** Loads the subscription dialog when a reader is likely to open it. Pages contain no code for payments. */
export const loadSubscribing = lazyModule(() => import('./subscribing.tsx'));
