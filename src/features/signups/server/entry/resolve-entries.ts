import type { FastifyInstance, FastifyReply } from 'fastify';
import { getUser } from '#features/accounts/contract/calls.ts';
import type { Db } from '#platform/database/open.ts';
import { ENTERED_COOKIE } from '#platform/http/contract/headers.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { ACCESS_WITHDRAWN } from '../../contract/calls.ts';
import { type EntryTags, UNBOUND } from './entry-tags.ts';
import type { RevokedEntries } from './revoked-entries.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Binds this browser's entry to an address; a sign-in does. Null where nobody can sign in. */
    bindEntry: ((email: string) => void) | null;
  }
}

/** In seconds. */
const YEAR = 365 * 24 * 60 * 60;

/** Sets the entered cookie. Scripts of the page read it, so it is not HttpOnly; it opens no account. */
export class EntryCookie {
  readonly #tags: EntryTags;
  readonly #secure: boolean;

  constructor(tags: EntryTags, secure: boolean) {
    this.#tags = tags;
    this.#secure = secure;
  }

  /**
   * Binds the browser's entry to an address, or leaves it unbound for an account without one. From the
   * server, because Safari deletes after 7 days what a script has set.
   */
  bind(reply: FastifyReply, email: string | null): void {
    reply.setCookie(ENTERED_COOKIE, email === null ? UNBOUND : this.#tags.of(email), {
      path: '/',
      maxAge: YEAR,
      sameSite: 'lax',
      secure: this.#secure,
    });
  }
}

interface EntriesSetup {
  db: Db;
  revoked: RevokedEntries;
  cookie: EntryCookie;
}

/**
 * Finds the entry of every request, after its reader. A revoked entry without a session gets no content:
 * pages show the landing page, gated calls are 403. A member's unbound entry is bound to the account's
 * address by the call that every page of a member makes.
 */
export function resolveEntries(app: FastifyInstance, { db, revoked, cookie }: EntriesSetup): void {
  app.addHook('onRequest', async (request, reply) => {
    request.entry = 'none';
    if (request.routeOptions.config.impersonal) return;
    if (request.method === 'POST') request.bindEntry = (email) => cookie.bind(reply, email);
    const value = request.cookies[ENTERED_COOKIE];
    const { userId } = request.reader;
    const isUnbound = value === undefined || value === UNBOUND;
    if (isUnbound && userId !== null && request.routeOptions.url === getUser.path) {
      cookie.bind(reply, await addressOf(db, userId));
    }
    if (value === undefined) return;
    request.entry = (await revoked.has(value)) ? 'revoked' : 'entered';
    if (request.entry === 'revoked' && userId === null && request.routeOptions.config.gated)
      throw new HttpError('access-revoked', ACCESS_WITHDRAWN);
  });
}

async function addressOf(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return row?.email ?? null;
}
