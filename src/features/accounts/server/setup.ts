import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import type { CsrfTokens } from '#platform/http/csrf.ts';
import { unauthorized } from '#platform/http/errors.ts';
import type { Member, Reader } from '#platform/http/reader.ts';
import type { SessionCookie } from './session-cookie.ts';
import { findUser, type UserRow } from './users.ts';

export interface AccountsSetup {
  db: Db;
  tokens: CsrfTokens;
  secure: boolean;
  publicUrl: () => string;
  /** Called when a message waits in the queue. */
  wakePostman: () => void;
}

/** What the routes of signed-in members share. */
export type MemberSetup = Omit<AccountsSetup, 'tokens' | 'secure'> & { cookie: SessionCookie };

export interface Exchange {
  reader: Reader;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The account of a member; 401 when it has gone since. */
export async function ownAccount(db: Db, member: Member): Promise<UserRow> {
  const user = await findUser(db, member.userId);
  if (!user) throw unauthorized();
  return user;
}
