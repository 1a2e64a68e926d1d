import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_LAG, readingReplica } from '../../database/replica/read-needs.ts';
import type { ReplicaWatch } from '../../database/replica/replica-watch.ts';
import type { CatalogueVersion } from '../../database/version/catalogue-version.ts';
import { OwnCookie } from '../guard/own-cookie.ts';
import { isSafe } from '../guard/tokens.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined without a replica. */
    replicaReads: ReplicaReads | undefined;
  }
  interface FastifyContextConfig {
    /** See `Description.noOwnWrite`. */
    noOwnWrite?: boolean;
  }
}

/** The cookie's value after a write with an unknown log position: the primary serves the reads. */
const UNKNOWN = 'unknown';
/** Lifetime of the cookie in seconds. A serving replica lags less, so it has every older write. */
const REMEMBERED = (2 * MAX_LAG) / 1_000;

/**
 * Reads of calls that may be old. A browser's cookie has the log position of its last write, so that readers
 * always see their own writes. A forged cookie only makes that browser's reads older or slower.
 */
class ReplicaReads {
  readonly #watch: ReplicaWatch;
  readonly #cookie: OwnCookie;

  constructor(watch: ReplicaWatch, secure: boolean) {
    this.#watch = watch;
    this.#cookie = new OwnCookie('stillwater_written', secure);
  }

  /**
   * Runs a call's reads on a replica with the present version and this browser's writes, or else on the
   * primary.
   */
  async read<T>(
    catalogue: CatalogueVersion,
    cookies: Record<string, string | undefined>,
    work: () => Promise<T>,
  ): Promise<T> {
    const written = cookies[this.#cookie.name];
    const writtenAt = written === undefined ? 0 : Number.parseInt(written, 36);
    if (written === UNKNOWN || Number.isNaN(writtenAt)) return work();
    const version = await catalogue.current();
    return version === undefined ? work() : readingReplica({ version, writtenAt }, work);
  }

  /** Stores the present log position in the cookie of the writing browser. */
  async remember(reply: FastifyReply): Promise<void> {
    const position = await this.#watch.writtenPosition().catch(() => undefined);
    this.#cookie.set(reply, position?.toString(36) ?? UNKNOWN, REMEMBERED);
  }
}

/** Makes calls that may be old read from the replica, if there is one. */
export function addReplicaReads(
  app: FastifyInstance,
  watch: ReplicaWatch | undefined,
  secure: boolean,
): void {
  const reads = watch && new ReplicaReads(watch, secure);
  app.decorate('replicaReads', reads);
  if (!reads) return;
  app.addHook('onSend', async (request, reply) => {
    if (isOwnWrite(request)) await reads.remember(reply);
  });
}

/**
 * Whether a call is its reader's write. A call without CSRF proof, such as a provider's event, is nobody's.
 */
const isOwnWrite = ({ method, routeOptions: { config } }: FastifyRequest) =>
  !isSafe(method) && config.isCall === true && config.csrf !== 'none' && !config.noOwnWrite;

/** Runs a handler, if possible on a replica. `cookies`: the request's header. */
export function runOnReplica<T>(
  app: FastifyInstance,
  cookies: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!app.replicaReads) return work();
  const known = cookies === undefined ? {} : app.parseCookie(cookies);
  return app.replicaReads.read(app.responseCache.version, known, work);
}
