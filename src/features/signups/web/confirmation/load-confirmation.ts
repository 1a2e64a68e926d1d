import { lazyModule } from '#platform/web/lazy-module.ts';

/** Loads the confirmation when a visitor begins to fill in the form. It is called while rendering. */
export const loadConfirmation = lazyModule(() => import('./confirmation.tsx'), 1_000);
