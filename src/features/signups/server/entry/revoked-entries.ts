import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { sql } from 'kysely';
import { getUser } from '#features/accounts/contract/calls.ts';
import type { Db } from '#platform/database/open.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';
import type { CatalogueVersion } from '#platform/database/version/catalogue-version.ts';
import { ENTERED_COOKIE } from '#platform/http/contract/headers.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { ACCESS_WITHDRAWN } from '../../contract/calls.ts';
import { type EntryCookie, type EntryTags, UNBOUND } from './entry-tags.ts';

/** The tags of all revoked addresses at one catalogue version. */
interface Loaded {
  version: number;
  /** Tags by address, so that a reload hashes only new addresses. */
  tags: ReadonlyMap<string, readonly string[]>;
  revoked: ReadonlySet<string>;
}

/**
 * Tells whether an entry was revoked. Every change of access increases the catalogue version, so the set in
 * memory is valid for one version, like cached responses. See docs/decisions/0023-revoked-entries.md.
 */
export class RevokedEntries {
  readonly #db: Db;
  readonly #version: CatalogueVersion;
  readonly #tags: EntryTags;
  #loaded: Loaded | undefined;
  #loading: { version: number; result: Promise<Loaded> } | undefined;

  constructor(db: Db, version: CatalogueVersion, tags: EntryTags) {
    this.#db = db;
    this.#version = version;
    this.#tags = tags;
  }

  /** Looks an entry up in memory, for the fast path; undefined when the set of this version is not loaded. */
  find = (entry: string, version: number): boolean | undefined => {
    if (entry === UNBOUND) return false;
    return this.#loaded?.version === version ? this.#loaded.revoked.has(entry) : undefined;
  };

  /** Looks an entry up, and loads the set if needed. Without a database the last set counts. */
  async has(entry: string): Promise<boolean> {
    if (entry === UNBOUND) return false;
    // Read before the addresses, so that a later change has a later version.
    const version = await this.#version.current();
    if (version === undefined) return this.#loaded?.revoked.has(entry) ?? false;
    const known = this.find(entry, version);
    if (known !== undefined) return known;
    try {
      return (await this.#load(version)).revoked.has(entry);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      return this.#loaded?.revoked.has(entry) ?? false;
    }
  }

  /** Returns all revoked tags, as of this version or a later one. Throws `DatabaseUnavailable`. */
  all = async (version: number): Promise<ReadonlySet<string>> =>
    this.#loaded?.version === version ? this.#loaded.revoked : (await this.#load(version)).revoked;

  /** Loads the set once for all simultaneous callers. */
  #load(version: number): Promise<Loaded> {
    if (this.#loading?.version !== version) this.#loading = { version, result: this.#read(version) };
    return this.#loading.result.finally(() => {
      if (this.#loading?.version === version) this.#loading = undefined;
    });
  }

  async #read(version: number): Promise<Loaded> {
    const rows = await this.#db
      .selectFrom('email_signups')
      .select('email_key')
      // A literal, as in the index, because no engine uses a partial index for a parameter.
      .where(sql<boolean>`has_access = false`)
      .execute();
    const before = this.#loaded?.tags;
    const tags = new Map(rows.map(({ email_key: key }) => [key, before?.get(key) ?? this.#tags.allOf(key)]));
    const loaded = { version, tags, revoked: new Set([...tags.values()].flat()) };
    if ((this.#loaded?.version ?? -1) <= version) this.#loaded = loaded;
    return loaded;
  }
}

interface EntriesSetup {
  db: Db;
  revoked: RevokedEntries;
  cookie: EntryCookie;
}

/**
 * Resolves the entry of requests for pages and content, after their reader. A revoked entry without a session
 * gets no content: pages show the landing page, gated calls get 403. A member's unbound entry is bound to the
 * account's address by a call that every page of a member makes. Must run before routes are added.
 */
export function resolveEntries(app: FastifyInstance, { db, revoked, cookie }: EntriesSetup): void {
  const resolve = async (request: FastifyRequest, reply: FastifyReply) => {
    // A view of the site as another person counts as entered.
    if (request.entry === 'entered' || request.routeOptions.config.impersonal) return;
    const value = request.cookies[ENTERED_COOKIE];
    const { userId } = request.reader;
    if (bindsEntry(value) && userId !== null && request.routeOptions.url === getUser.path) {
      cookie.bind(reply, await addressOf(db, userId));
    }
    if (value === undefined) return;
    request.entry = (await revoked.has(value)) ? 'revoked' : 'entered';
    if (request.entry === 'revoked' && userId === null && request.routeOptions.config.gated)
      throw new HttpError('access-revoked', ACCESS_WITHDRAWN);
  };
  app.addHook('onRoute', (route) => {
    if (dependsOnEntry(route)) route.onRequest = [route.onRequest ?? [], resolve].flat();
  });
}

/**
 * Tells whether a route depends on the entry: pages and other routes without a call, and calls that refuse or
 * bind entries.
 */
const dependsOnEntry = ({ url, config }: RouteOptions): boolean =>
  !config?.isCall || config.gated === true || url === getUser.path;

/** Tells whether a member's entry should be bound to the account's address. */
export const bindsEntry = (entry: string | undefined): boolean => entry === undefined || entry === UNBOUND;

async function addressOf(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return row?.email ?? null;
}
