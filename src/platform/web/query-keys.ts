import { type Call, type PathArguments, pathOf } from '#platform/http/contract/call.ts';

/**
 * Returns the query key of a call's response: its address, to which a query appends its other parameters.
 * Invalidating a key also invalidates longer ones that start with it.
 */
export const keyOf = <C extends Call>(call: C, ...params: PathArguments<C>): readonly [string] => [
  pathOf(call, ...params),
];

/** Matches the cached responses of calls with any parameters: a predicate for `invalidateQueries`. */
export function answersOf(...calls: readonly Call[]): (query: { queryKey: readonly unknown[] }) => boolean {
  const patterns = calls.map(({ path }) => path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/?]+'));
  const pattern = new RegExp(`^(${patterns.join('|')})($|\\?)`);
  return ({ queryKey }) => pattern.test(String(queryKey[0]));
}
