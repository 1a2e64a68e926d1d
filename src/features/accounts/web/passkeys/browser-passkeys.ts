import { lazyModule } from '#platform/web/lazy-module.ts';

/** The browser's side of passkeys. It loads when a page offers one. */
export const browserPasskeys = lazyModule(() => import('./ceremonies.ts'));

/** Tells whether this browser knows passkeys. False on the server. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';
