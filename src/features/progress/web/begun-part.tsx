import type { ComponentType } from 'react';
import { latePart } from '#platform/web/late-part.tsx';

/** Event of the window: the reader has begun their first lesson. */
export const BEGUN = 'begun';

/**
 * Makes a component that only readers see who may have begun a lesson: members, and visitors who did. Its
 * code comes after the first paint, and others never load it. Where it cannot be loaded, nothing shows.
 */
export const begunPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> =>
  latePart(load, (show, signedIn) => {
    if (signedIn || document.documentElement.dataset.begun) show();
    addEventListener(BEGUN, show);
    return () => removeEventListener(BEGUN, show);
  });
