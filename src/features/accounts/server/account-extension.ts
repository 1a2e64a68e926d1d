import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { OwnData } from '../contract/own-data.ts';
import type { SignInMethod } from './session/sign-in.ts';

/** An account as other features see it. */
export interface AccountOwner {
  id: number;
  /** Lower case; null until the address is proven, because it may belong to a stranger. */
  provenEmail: string | null;
}

/**
 * Work of another feature at an event of an account. Accounts imports none of these features:
 * `app/build-app.ts` passes their extensions in. Where not stated otherwise, `db` is the transaction of the
 * event.
 */
export interface AccountExtension {
  /**
   * Finds the reader of requests that have this cookie and no valid session; null: a visitor. No transaction.
   * The reply is for setting the cookie again.
   */
  visitorReader?: {
    cookie: string;
    read(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<Reader | null>;
  };
  /**
   * Runs before a session is inserted, and after an address was proven. Throws `HttpError` when the
   * account may not be used.
   */
  onAdmission?(db: Db, userId: number, request: FastifyRequest): Promise<void>;
  /** Whether access to the mailbox is not enough to log in. The account is then not signed in by a link. */
  needsMoreThanMail?(db: Db, userId: number): Promise<boolean>;
  /** Runs after a session was inserted. The request carries the feature's own cookies. */
  onSignIn?(db: Db, userId: number, request: FastifyRequest, by: SignInMethod): Promise<void>;
  /** Runs after a signed-in account has proven an address. */
  onEmailProven?(db: Db, userId: number): Promise<void>;
  /** Runs before the account is deleted. */
  onDelete?(db: Db, owner: AccountOwner, options: { forgetEmail: boolean }): Promise<void>;
  /** Adds the feature's fields to the download of one's own data. No transaction. */
  ownData?(db: Db, owner: AccountOwner): Promise<Partial<OwnData>>;
}
