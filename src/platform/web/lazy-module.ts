/** A promise whose available result React's `use` reads without suspending. */
type TrackedPromise<T> = Promise<T> & { status?: 'fulfilled'; value?: T };

/**
 * Loads a module once. All calls return the same promise until the load fails. A failure, by error or null,
 * reloads a page whose code a release has removed, unless the module was only preloaded.
 */
export interface LazyModule<Module> {
  (): Promise<Module>;
  /** Starts to load. Resolves to null after a failure; the next call retries. */
  preload(): Promise<Module | null>;
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
  let isNeeded = false;
  const attempt = async (): Promise<Module> => {
    let module: Module | undefined;
    try {
      module = await load();
      return module;
    } finally {
      if (!module && isNeeded) await globalThis.reloadAfterRelease?.();
      isNeeded = false;
    }
  };
  const start = (): Promise<Module> => {
    if (current) return current;
    const promise: TrackedPromise<Module> = attempt();
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
  const loadOnce = () => {
    isNeeded = true;
    return start();
  };
  return Object.assign(loadOnce, {
    preload: () =>
      start().then(
        (value) => {
          if (value === null) current = undefined;
          return value;
        },
        () => null,
      ),
    loaded: () => current?.value,
    forget: () => {
      current = undefined;
    },
  });
}
