/* The part of an endpoint that the browser needs to call it: plain data, without schemas. */

/** Every call's path begins with it; no page's does. */
export const API_PREFIX = '/api/';

/**
 * Readers who may call an endpoint. The server enforces it before the handler runs; OpenAPI shows it.
 * `editor`: editors and administrators. `admin`: administrators alone.
 */
export type Access = 'anyone' | 'signed-in' | 'editor' | 'admin';

/**
 * Proof of a state-changing call that it comes from our own pages:
 * `token`: the CSRF-Token header; `origin`: JSON from our own origin (calls that work before a token exists;
 * a token that they carry must fit); `none`: callers without a browser, such as webhooks, which prove
 * themselves otherwise.
 */
export type Csrf = 'token' | 'origin' | 'none';

export interface Call {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A pattern, such as `/api/oceans/:id`. */
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** `token` where it is not given. Calls of method GET change nothing and need no proof. */
  readonly csrf?: Csrf;
  /**
   * The call carries no CSRF-Token header: login and register (specification, section 8), a call that changes
   * nothing, and the counts of use, which a page sends by `sendBeacon`. All other changing calls carry it.
   */
  readonly tokenless?: true;
  /** Another session begins or this one ends: a CSRF token from before is refused afterwards. */
  readonly changesSession?: true;
  /**
   * The answer depends on nothing but the address, what `changeCatalogue` writes and the reader's tier, so
   * that it is cached as bytes for all of that tier. Its handler does not learn who asks.
   */
  readonly cacheable?: true;
  /** Content behind the gate: 403 for a browser whose entry was revoked, unless it is signed in. */
  readonly gated?: true;
  /** The request goes on when its page is left meanwhile. */
  readonly outlivesPage?: true;
  /** The body's content type, where it is not JSON. */
  readonly takes?: 'text/csv' | 'multipart/form-data' | 'application/offset+octet-stream';
}

type ParamName<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Next}`
    ? Name | ParamName<`/${Next}`>
    : Rest
  : never;

/** The values for a pattern's parameters: `{ id }` for `/api/oceans/:id`. */
export type PathParams<Path extends string> = { readonly [Name in ParamName<Path>]: string | number };

/** Arguments of {@link pathOf} after the call: none when the pattern has no parameter. */
export type PathArguments<C extends Call> = Optional<PathParams<C['path']>>;

/** Values of a query string. Undefined and empty ones are left out. */
type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

type UrlInput<C extends Call> = { readonly query?: QueryValues } & (Record<never, never> extends PathParams<
  C['path']
>
  ? { readonly params?: undefined }
  : { readonly params: PathParams<C['path']> });

/** An argument that may be left out when no field of it is needed. */
export type Optional<Argument> =
  Record<never, never> extends Argument ? [given?: Argument] : [given: Argument];

/** Fills a path's parameters in: `pathOf(getOcean, { id: 7 })` is `/api/oceans/7`. */
export function pathOf<C extends Call>({ path }: C, ...[params]: PathArguments<C>): string {
  const values = params as Readonly<Record<string, string | number>>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** A call's address: `urlOf(exportDroplets, { query: { waveId: 3 } })`. */
export function urlOf<C extends Call>(call: C, ...[given]: Optional<UrlInput<C>>): string {
  const { params, query = {} } = (given ?? {}) as { params?: PathParams<string>; query?: QueryValues };
  const values = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const path = pathOf(call as Call, params);
  return values.length === 0 ? path : `${path}?${new URLSearchParams(values as [string, string][])}`;
}

/** The CSRF token that state-changing calls send. The API client fetches it by itself. */
export const getCsrfToken = {
  method: 'GET',
  path: '/api/csrf-token',
  access: 'anyone',
} as const satisfies Call;

/** Message of a call that lacks its session. A page beside it offers the login. */
export const LOG_IN_FIRST = 'Please log in to continue.';
