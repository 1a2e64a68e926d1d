/** A promise whose available result React's `use` reads without suspending. */
type TrackedPromise<T> = Promise<T> & { status?: 'fulfilled'; value?: T };

/** Loads a module once. All calls return the same promise until the load fails. */
export interface LazyModule<Module> {
  (): Promise<Module>;
  /** Starts to load. Ignores a failure, by error or null; the next call retries. */
  preload(): void;
  /** Returns the module, or undefined while it is not loaded. */
  loaded(): Module | undefined;
  /** Makes the next call load again. */
  forget(): void;
}

/**
 * Makes the loader of a module that a page needs later or never: `lazyModule(() => import('./x.tsx'))`.
 * Attach handlers to the loader: Vite moves a `then` after `import` to before its wait for style sheets,
 * whose failure then has no handler. A failure is cached for `failureMs`. A component that calls the loader
 * while rendering needs such a time, because with 0 each render would start a new load.
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
