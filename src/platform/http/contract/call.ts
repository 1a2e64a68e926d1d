/* The part of an endpoint that the browser needs for a call: plain data without schemas. */

/** Prefix of every call's path, and of no page's. */
export const API_PREFIX = '/api/';

/**
 * Readers who may call an endpoint, checked before the handler runs and shown in OpenAPI. `editor`: editors
 * and administrators. `admin`: administrators only.
 */
type Access = 'anyone' | 'signed-in' | 'editor' | 'admin';

/**
 * Proof that a state-changing call comes from our own pages. `token`: the CSRF-Token header. `origin`: JSON
 * from our own origin, for calls before a token exists; a token that they carry must be valid. `none`:
 * callers without a browser, such as webhooks, which have proofs of their own.
 */
export type Csrf = 'token' | 'origin' | 'none';

export interface Call {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A pattern, such as `/api/oceans/:id`. */
  readonly path: `/api/${string}`;
  readonly access: Access;
  /** `token` by default. Calls of method GET change nothing and need no proof. */
  readonly csrf?: Csrf;
  /**
   * The call carries no CSRF-Token header: login and register (specification, section 8), a call that changes
   * nothing, and the counts of use, which a page sends by `sendBeacon`. All other changing calls carry it.
   */
  readonly tokenless?: true;
  /** Starts or ends a session, so that earlier CSRF tokens become invalid. */
  readonly changesSession?: true;
  /**
   * The response depends only on the address, the data that `changeCatalogue` writes, and the reader's tier,
   * so its bytes are cached for the whole tier. Its handler gets no reader.
   */
  readonly cacheable?: true;
  /** Gated content: 403 for a browser whose entry was revoked, unless it is signed in. */
  readonly gated?: true;
  /** The request continues when the reader leaves the page. */
  readonly outlivesPage?: true;
  /** Content type of the body, if not JSON. */
  readonly takes?: 'text/csv' | 'multipart/form-data' | 'application/offset+octet-stream';
}

type ParamName<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Next}`
    ? Name | ParamName<`/${Next}`>
    : Rest
  : never;

/** The values for a pattern's parameters: `{ id }` for `/api/oceans/:id`. */
export type PathParams<Path extends string> = { readonly [Name in ParamName<Path>]: string | number };

/** Arguments of {@link pathOf} after the call: none for a pattern without parameters. */
export type PathArguments<C extends Call> = Optional<PathParams<C['path']>>;

/** Values of a query string. Undefined and empty values are left out. */
type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>;

type UrlInput<C extends Call> = { readonly query?: QueryValues } & (Record<never, never> extends PathParams<
  C['path']
>
  ? { readonly params?: undefined }
  : { readonly params: PathParams<C['path']> });

/** An argument that may be omitted if all its fields are optional. */
export type Optional<Argument> =
  Record<never, never> extends Argument ? [given?: Argument] : [given: Argument];

/** Fills in a path's parameters: `pathOf(getOcean, { id: 7 })` is `/api/oceans/7`. */
export function pathOf<C extends Call>({ path }: C, ...[params]: PathArguments<C>): string {
  const values = params as Readonly<Record<string, string | number>>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** Returns a call's address: `urlOf(exportDroplets, { query: { waveId: 3 } })`. */
export function urlOf<C extends Call>(call: C, ...[given]: Optional<UrlInput<C>>): string {
  const { params, query = {} } = (given ?? {}) as { params?: PathParams<string>; query?: QueryValues };
  const values = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const path = pathOf(call as Call, params);
  return values.length === 0 ? path : `${path}?${new URLSearchParams(values as [string, string][])}`;
}

/** Returns the CSRF token for state-changing calls. The API client calls it by itself. */
export const getCsrfToken = {
  method: 'GET',
  path: '/api/csrf-token',
  access: 'anyone',
} as const satisfies Call;

/** Message for a call without a session. Its page also offers the login. */
export const LOG_IN_FIRST = 'Please log in to continue.';
