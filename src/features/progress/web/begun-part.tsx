import type { ComponentType } from 'react';
import { latePart } from '#platform/web/late-part.tsx';

/** Window event when the reader begins their first lesson. */
export const BEGUN = 'begun';

/**
 * Makes a component that shows only for members, and for visitors who have begun a lesson. Its code loads
 * after the first paint, and never for others. After a failed load, nothing shows.
 */
export const begunPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> =>
  latePart(load, (show, signedIn) => {
    if (signedIn || document.documentElement.dataset.begun) show();
    addEventListener(BEGUN, show);
    return () => removeEventListener(BEGUN, show);
  });
