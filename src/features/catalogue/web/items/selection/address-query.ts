/** Reads an item id from a query parameter; null when the parameter is missing or is not an id. */
export function readId(query: URLSearchParams, name: string): number | null {
  const value = query.get(name) ?? '';
  return /^[1-9]\d{0,14}$/.test(value) ? Number(value) : null;
}

/** Sets an id in a query, or removes it when it is null. */
export function writeId(query: URLSearchParams, name: string, id: number | null): void {
  if (id === null) query.delete(name);
  else query.set(name, String(id));
}

/** Joins a path and its query; an empty query adds no question mark. */
export const withQuery = (path: string, query: URLSearchParams): string => {
  const text = String(query);
  return text === '' ? path : `${path}?${text}`;
};
