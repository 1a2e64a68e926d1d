import type { Resolver } from 'react-hook-form';
import { lazyModule } from '#platform/web/lazy-module.ts';

// biome-ignore lint/suspicious/noExplicitAny: the values differ from form to form
type Rules = Record<string, Resolver<any, any, any>>;

export interface LazyRules<AllRules extends Rules> {
  /** Starts to load the rules. */
  preload: () => void;
  /** Returns a form's resolver for react-hook-form. It loads its rules at the first validation. */
  resolver<Name extends keyof AllRules>(name: Name): AllRules[Name];
}

/**
 * Keeps a feature's validation rules out of its pages, because zod is large. The rules load when a field gets
 * the focus. When they fail to load, the form is submitted unchecked, and the server's issues are shown
 * beside the fields.
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
