import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { caseless } from '../../database/caseless.ts';
import { deleteBefore } from '../../database/delete-in-parts.ts';
import { hasCome } from '../../database/lease.ts';
import type { Db } from '../../database/open.ts';
import type { RateLimit, RequestLimit, Subject } from '../contract/rate-limit.ts';
import { HttpError } from '../serve/errors.ts';
import { networksOf } from './caller.ts';

const TOO_MANY = 'Too many requests. Please try again later.';

/** Returns the mailbox of an address: without the part from `+` on, which only labels the mail. */
export function mailboxOf(email: string): string {
  const [local = '', ...domain] = caseless(email).split('@');
  return [local.split('+')[0], ...domain].join('@');
}

/**
 * Counts one use of a limit in the database, so that the count survives restarts and covers all nodes.
 * Returns 0, or the seconds until the window ends when its uses are spent. Calls `onReached` once per window.
 * A single statement, so that parallel calls count too.
 */
export async function countUse(
  db: Db,
  limit: RateLimit,
  subject: string,
  onReached: () => void = () => {},
): Promise<number> {
  const now = Date.now();
  const isOver = hasCome('rate_limits.resets_at', now, 2 * limit.window);
  const row = await db
    .insertInto('rate_limits')
    .values({ key: keyOf(limit, subject), count: 1, resets_at: now + limit.window })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else rate_limits.count + 1 end`,
        resets_at: sql<number>`
          case when ${isOver} then ${now + limit.window} else rate_limits.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow();
  if (row.count <= limit.max) return 0;
  if (row.count === limit.max + 1) onReached();
  return Math.max(1, Math.ceil((row.resets_at - now) / 1000));
}

/** Counts a use like {@link countUse}, but throws 429 with `Retry-After` when the window's uses are spent. */
export async function spend(
  db: Db,
  limit: RateLimit,
  subject: string,
  onReached?: () => void,
): Promise<void> {
  const retryAfter = await countUse(db, limit, subject, onReached);
  if (retryAfter > 0) throw new HttpError('rate-limited', limit.message ?? TOO_MANY, { retryAfter });
}

/** Returns one use to the limit. */
export const giveBack = (db: Db, limit: RateLimit, ...subjects: string[]): Promise<void> =>
  db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where(
      'key',
      'in',
      subjects.map((subject) => keyOf(limit, subject)),
    )
    .where('count', '>', 0)
    .execute()
    .then(() => {});

/** Deletes the counters of one subject in these limits. */
export const deleteCounters = (db: Db, subject: string, ...limits: RateLimit[]): Promise<void> =>
  db
    .deleteFrom('rate_limits')
    .where(
      'key',
      'in',
      limits.map((limit) => keyOf(limit, subject)),
    )
    .execute()
    .then(() => {});

/** One counter of a limit. */
interface Counted {
  subject: string;
  factor: number;
}

/** The limits applied to one request. */
export class RequestLimits {
  readonly #db: Db;
  readonly #request: FastifyRequest;
  readonly #body: unknown;

  constructor(db: Db, request: FastifyRequest, body: unknown) {
    this.#db = db;
    this.#request = request;
    this.#body = body;
  }

  /**
   * Counts the request. Throws 429 with `Retry-After` beyond the limit. Logs the first refusal of a window,
   * with `details`.
   */
  async spend(limit: RequestLimit, details: object = {}): Promise<void> {
    if (limit.unlessEmpty !== undefined && this.#field(limit.unlessEmpty) === '') return;
    for (const { subject, factor } of this.#countersOf(limit))
      await spend(this.#db, { ...limit, max: limit.max * factor }, subject, () =>
        this.#request.log.warn({ limit: limit.name, ...details }, 'a rate limit is reached'),
      );
  }

  /** Deletes all uses of this caller, for instance after a success. Wider networks get back one use. */
  async forgive(limit: RequestLimit): Promise<void> {
    const [own, ...wider] = this.#countersOf(limit);
    if (own) await deleteCounters(this.#db, own.subject, limit);
    if (wider.length > 0) await giveBack(this.#db, limit, ...wider.map(({ subject }) => subject));
  }

  /** Returns this request's own use to the limit. */
  giveBack = (limit: RequestLimit): Promise<void> =>
    giveBack(this.#db, limit, ...this.#countersOf(limit).map(({ subject }) => subject));

  /** Lists one counter, or one for each network of the caller. */
  #countersOf({ by }: RequestLimit): Counted[] {
    const networks = by.some((subject) => this.#isNetwork(subject)) ? networksOf(this.#request) : [];
    const join = (network = '') => by.map((subject) => this.#valueOf(subject, network)).join('|');
    if (networks.length === 0) return [{ subject: join(), factor: 1 }];
    return networks.map(({ name, factor }) => ({ subject: join(name), factor }));
  }

  #isNetwork = (subject: Subject): boolean =>
    subject === 'caller' || (subject === 'reader' && this.#request.reader.userId === null);

  #valueOf(subject: Subject, network: string): string {
    if (this.#isNetwork(subject)) return network;
    const { userId } = this.#request.reader;
    if (subject === 'account') return String(userId);
    if (subject === 'reader') return `user:${userId}`;
    const [kind = '', name = ''] = subject.split('.');
    return kind === 'mailbox' ? mailboxOf(this.#field(name)) : caseless(this.#field(name));
  }

  #field = (name: string): string => String((this.#body as Readonly<Record<string, unknown>>)[name]);
}

/** Adds `limitsOf` to the application, with which endpoints spend their limits. */
export function addRequestLimits(app: FastifyInstance, db: Db): void {
  app.decorate('limitsOf', (request, body) => new RequestLimits(db, request, body));
}

const keyOf = ({ name }: RateLimit, subject: string) => `${name}:${subject}`;

/** Deletes expired windows, so that the table stays small. */
export const sweepLimits = (db: Db): Promise<void> =>
  deleteBefore(db, { table: 'rate_limits', key: 'key', column: 'resets_at', end: Date.now() });
