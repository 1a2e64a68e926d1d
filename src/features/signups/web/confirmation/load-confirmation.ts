import { lazyModule } from '#platform/web/lazy-module.ts';

/** Loads what follows the form when somebody begins to fill it in. It is called while rendering. */
export const loadConfirmation = lazyModule(() => import('./confirmation.tsx'), 1_000);
