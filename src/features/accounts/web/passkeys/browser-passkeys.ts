import { lazyModule } from '#platform/web/lazy-module.ts';

/** The browser's side of passkeys, loaded when a page offers one. */
export const browserPasskeys = lazyModule(() => import('./ceremonies.ts'));

/** Whether this browser supports passkeys. False on the server. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';
