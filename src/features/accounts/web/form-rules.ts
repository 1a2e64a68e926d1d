type Rules = typeof import('./account-form-schema.ts').rules;

let asked: Promise<Rules | null> | undefined;

/** Fetches the forms' rules, once; null when that failed, and then the next one who asks tries again. */
export function fetchRules(): Promise<Rules | null> {
  asked ??= import('./account-form-schema.ts').then(
    ({ rules }) => rules,
    () => {
      asked = undefined;
      return null;
    },
  );
  return asked;
}

/**
 * A form's rules by their name, as react-hook-form wants them. They are large (zod), so they come when a field has the
 * focus, and not with the page. Where they cannot be fetched the server judges alone; its words stand beside the fields.
 */
export function ruledBy<Name extends keyof Rules>(name: Name): Rules[Name] {
  const resolve = async (...form: Parameters<Rules[Name]>) => {
    const rules = await fetchRules();
    const rule = rules?.[name] as ((...input: typeof form) => unknown) | undefined;
    return rule ? rule(...form) : { values: form[0], errors: {} };
  };
  return resolve as Rules[Name];
}
