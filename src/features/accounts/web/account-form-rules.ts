import { lazyRules } from '#platform/design/form/lazy-rules.ts';

/** The contract's rules for the forms about accounts. */
export const accountRules = lazyRules(async () => (await import('./account-form-schema.ts')).rules);
