import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False on the server and while the page comes alive, true from then on. For what a part of a page may know earlier
 * than another part hydrates: both must begin with what the server rendered.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
