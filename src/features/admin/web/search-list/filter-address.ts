/** Parses a value of a query: one of the choices, or else the first of them. */
export function readChoice<Value extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly (readonly [Value, string])[],
): Value {
  const [value] = choices.find(([known]) => known === query.get(name)) ?? choices[0]!;
  return value;
}

/** Parses the search text of a query within the limits of the search box. */
export const readSearch = (query: URLSearchParams, maxLength: number): string =>
  (query.get('search') ?? '').replaceAll('\0', '').trim().slice(0, maxLength);

/** Returns the address of a list with a filter, without empty values. */
export function filterHref(path: string, filter: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString();
  return query === '' ? path : `${path}?${query}`;
}
