/** Reads a value from a query: one of the choices, or else the first of them. */
export function readChoice<Value extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly (readonly [Value, string])[],
): Value {
  const [value] = choices.find(([known]) => known === query.get(name)) ?? choices[0]!;
  return value;
}

/** Reads what is searched for, as the search box would take it. */
export const readSearch = (query: URLSearchParams, maxLength: number): string =>
  (query.get('search') ?? '').replaceAll('\0', '').trim().slice(0, maxLength);

/** Address of a list with a filter, whose empty values are left out. */
export function filterHref(path: string, filter: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString();
  return query === '' ? path : `${path}?${query}`;
}
