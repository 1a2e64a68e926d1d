import type { Resolver } from 'react-hook-form';
import { lazyModule } from '#platform/web/lazy-module.ts';

// biome-ignore lint/suspicious/noExplicitAny: the values differ from form to form
type Rules = Record<string, Resolver<any, any, any>>;

export interface LazyRules<AllRules extends Rules> {
  /** Begins to load the rules. */
  preload: () => void;
  /** A form's resolver for react-hook-form, which loads its rules when it first validates. */
  resolver<Name extends keyof AllRules>(name: Name): AllRules[Name];
}

/**
 * Keeps a feature's validation rules out of its pages, because zod is large: they load when a field gets
 * the focus. When they cannot be loaded, the form submits unchecked, and the server's issues stand beside
 * the fields.
 */
export function lazyRules<AllRules extends Rules>(load: () => Promise<AllRules>): LazyRules<AllRules> {
  const loadOnce = lazyModule(load);
  return {
    preload: loadOnce.preload,
    resolver<Name extends keyof AllRules>(name: Name) {
      const resolve: Rules[string] = async (...input) => {
        const rules = await loadOnce().catch(() => null);
        return rules?.[name]?.(...input) ?? { values: input[0], errors: {} };
      };
      return resolve as AllRules[Name];
    },
  };
}
