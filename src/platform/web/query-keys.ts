import { type Call, type PathArguments, pathOf } from '#platform/http/contract/call.ts';

/**
 * The query key of a call's answer: its address, to which a query adds what else its answer depends on.
 * Invalidating a key also invalidates the longer ones that begin with it.
 */
export const keyOf = <C extends Call>(call: C, ...params: PathArguments<C>): readonly [string] => [
  pathOf(call, ...params),
];

/** Finds the cached answers of some calls, whatever their parameters: a predicate for `invalidateQueries`. */
export function answersOf(...calls: readonly Call[]): (query: { queryKey: readonly unknown[] }) => boolean {
  const patterns = calls.map(({ path }) => path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/?]+'));
  const pattern = new RegExp(`^(${patterns.join('|')})($|\\?)`);
  return ({ queryKey }) => pattern.test(String(queryKey[0]));
}
