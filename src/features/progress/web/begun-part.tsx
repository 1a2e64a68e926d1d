import { type ComponentType, useEffect, useState } from 'react';
import { lazyModule } from '#platform/web/lazy-module.ts';
import { useSite } from '#platform/web/page.ts';

/** Event of the window: the reader has begun their first lesson. */
export const BEGUN = 'begun';

/**
 * Makes a component that only readers see who may have begun a lesson: members, and visitors who did. Its
 * code comes after the first paint, and others never load it. Where it cannot be loaded, nothing shows. With
 * `forAll`, every reader gets it.
 */
export function begunPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  forAll = false,
): ComponentType<Props> {
  const part = lazyModule(() => load().catch(() => null));
  return (props) => {
    const { signedIn } = useSite();
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      const show = () => part().then((loaded) => setPart(() => loaded));
      if (forAll || signedIn || document.documentElement.dataset.begun) show();
      addEventListener(BEGUN, show);
      return () => removeEventListener(BEGUN, show);
    }, [signedIn]);
    return Part && <Part {...props} />;
  };
}
