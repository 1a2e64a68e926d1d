import { type ComponentType, useEffect, useState } from 'react';
import { lazyModule } from './lazy-module.ts';
import { useSite } from './page.ts';

/** Calls `show` when the part is due. May return a function that cancels the wait. */
// biome-ignore lint/suspicious/noConfusingVoidType: what an effect may return
type When = (show: () => void, signedIn: boolean) => (() => void) | void;

/**
 * Makes a component whose code loads after the first paint: `latePart(load, whenUsed)`. Shows nothing before,
 * and after a failed load, which the next page retries.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  when: When,
): ComponentType<Props> {
  const part = lazyModule(load);
  return (props) => {
    const { signedIn } = useSite();
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      // Returns no promise: an effect that returns the result of `when` would pass it to React as a cleanup.
      const show = () => void part.preload().then((loaded) => loaded && setPart(() => loaded));
      return when(show, signedIn);
    }, [signedIn]);
    return Part && <Part {...props} />;
  };
}
