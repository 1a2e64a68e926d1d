/** A promise whose result React's `use` reads at once, without suspending, when it is there. */
type TrackedPromise<T> = Promise<T> & { status?: 'fulfilled'; value?: T };

/** Loads a module once. Every call returns the same promise, until the load has failed. */
export interface LazyModule<Module> {
  (): Promise<Module>;
  /** Begins to load. A failure, as an error or as null, stays unreported: the next call tries again. */
  preload(): void;
  /** The module, or undefined while it is not loaded. */
  loaded(): Module | undefined;
  /** Lets the next call load again. */
  forget(): void;
}

/**
 * Makes the loader of a module that a page needs later, or perhaps never: `lazyModule(() =>
 * import('./x.tsx'))`. Handlers belong behind the loader: Vite moves a `then` that follows `import` to before
 * its wait for style sheets, whose failure then has no handler. A failed load is forgotten after `failureMs`.
 * A component that calls the loader while it renders needs some time there: with 0 each of its renders would
 * begin a new load.
 */
export function lazyModule<Module>(load: () => Promise<Module>, failureMs = 0): LazyModule<Module> {
  let current: TrackedPromise<Module> | undefined;
  const loadOnce = (): Promise<Module> => {
    if (current) return current;
    const promise: TrackedPromise<Module> = load();
    const forgetThis = () => {
      if (current === promise) current = undefined;
    };
    current = promise;
    promise.then(
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      () => (failureMs > 0 ? void setTimeout(forgetThis, failureMs) : forgetThis()),
    );
    return promise;
  };
  return Object.assign(loadOnce, {
    preload: () =>
      void loadOnce().then(
        (value) => {
          if (value === null) current = undefined;
        },
        () => {},
      ),
    loaded: () => current?.value,
    forget: () => {
      current = undefined;
    },
  });
}
