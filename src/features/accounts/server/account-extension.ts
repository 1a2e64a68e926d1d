import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { OwnData } from '../contract/own-data.ts';
import type { SignInMethod } from './session/sign-in.ts';

/** An account as other features see it. */
export interface AccountOwner {
  id: number;
  /** Lower case. Null until the address is proven, because it may be a stranger's. */
  provenEmail: string | null;
}

/**
 * Work of another feature at an event of an account. Accounts imports none of these features;
 * `app/build-app.ts` passes in their extensions. Unless stated otherwise, `db` is the event's transaction.
 */
export interface AccountExtension {
  /**
   * Finds the reader of requests with this cookie and without a valid session; null for a visitor. No
   * transaction. `reply` serves to renew the cookie.
   */
  visitorReader?: {
    cookie: string;
    read(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<Reader | null>;
  };
  /**
   * Runs before a session is inserted, and after an address was proven. Throws `HttpError` for an account
   * that may not be used.
   */
  onAdmission?(db: Db, userId: number, request: FastifyRequest): Promise<void>;
  /** Whether a login needs more than access to the mailbox. A link then does not sign in the account. */
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
