import { type ComponentType, useEffect, useState } from 'react';
import { lazyModule } from './lazy-module.ts';
import { useSite } from './page.ts';

/** Calls `show` when the part is due. Returns a function that stops waiting, if it waits. */
// biome-ignore lint/suspicious/noConfusingVoidType: what an effect may return
type When = (show: () => void, signedIn: boolean) => (() => void) | void;

/**
 * Makes a component whose code comes after the first paint: `latePart(load, whenUsed)`. Until then, and where
 * it cannot be loaded, nothing shows; the next page tries again.
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
      // Not the promise: an effect that returns what its `when` returns would give it to React as a cleanup.
      const show = () =>
        void part().then(
          (loaded) => setPart(() => loaded),
          () => {},
        );
      return when(show, signedIn);
    }, [signedIn]);
    return Part && <Part {...props} />;
  };
}
