import type { FastifyInstance } from 'fastify';
import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import { DEAD_CODE, DEAD_LINK } from '#features/accounts/server/email/dead-proofs.ts';
import { addressOfToken, redeemCode, redeemToken } from '#features/accounts/server/email/email-tokens.ts';
import type { SessionCookie } from '#features/accounts/server/session/sessions.ts';
import { signInProven } from '#features/accounts/server/session/sign-in.ts';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { Answer } from '#platform/http/contract/endpoint.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { ACCESS_WITHDRAWN } from '../contract/calls.ts';
import * as contract from '../contract/endpoints.ts';
import type { EntryCookie } from './entry/entry-tags.ts';
import { queueSignInLink, signupAccess } from './sign-in-link.ts';

const LOST_LINK = 'This link is too old. Enter your email again to get a new one.';

interface SignupsSetup {
  db: Db;
  cookie: SessionCookie;
  entryCookie: EntryCookie;
  publicUrl: () => string;
  /** Passed to accounts after signing in. */
  extensions: readonly AccountExtension[];
  /** Must be called after queueing a mail. */
  wakeMailSender: () => void;
}

/**
 * Serves the sign-up of visitors: instant access for a new address, a mailed link or code for a returning
 * one.
 */
export function signupsRoutes(
  app: FastifyInstance,
  { db, cookie, entryCookie, extensions, publicUrl, wakeMailSender }: SignupsSetup,
): void {
  async function sendLink(email: string): Promise<void> {
    await queueSignInLink(db, email, publicUrl());
    wakeMailSender();
  }

  serve(app, contract.signUp, async ({ body, reply }) => {
    if (await insertSignup(db, body.email, body.source)) {
      entryCookie.bind(reply, body.email);
      return new Answer(201, { status: 'granted' });
    }
    await sendLink(body.email);
    return new Answer(200, { status: 'link-sent' });
  });

  serve(app, contract.bindEntry, ({ body, reply }) => entryCookie.bind(reply, body.email));

  serve(app, contract.renewLink, async ({ body }) => {
    const address = await addressOfToken(db, 'sign-in', body.token);
    if (address === null) throw new HttpError('link-not-renewable', LOST_LINK);
    await sendLink(address);
    return { status: 'link-sent' };
  });

  serve(app, contract.verifySignUp, async ({ body, request, reply }) => {
    // One transaction, so that a failed sign-in leaves the link usable. A wrong code is counted even then.
    const proven = await db.transaction().execute(async (transaction) => {
      const proof =
        'token' in body
          ? await redeemToken(transaction, 'sign-in', body.token)
          : await redeemCode(transaction, 'sign-in', body.email, body.code);
      if (!proof) return null;
      const { emailKey } = proof;
      if ((await signupAccess(transaction, emailKey)) === false)
        throw new HttpError('access-revoked', ACCESS_WITHDRAWN);
      return { emailKey, sessionId: await signInProven(transaction, emailKey, request, extensions) };
    });
    if (!proven)
      throw 'token' in body
        ? new HttpError('link-expired', DEAD_LINK)
        : new HttpError('wrong-code', DEAD_CODE);
    const { emailKey, sessionId } = proven;
    entryCookie.bind(reply, emailKey);
    if (sessionId !== null) cookie.start(reply, sessionId);
    wakeMailSender();
    return { email: emailKey, signedIn: sessionId !== null };
  });
}

/**
 * Inserts a sign-up. Returns whether the address was new. A single statement, so that concurrent calls insert
 * it once.
 */
export async function insertSignup(db: Db, email: string, source: string): Promise<boolean> {
  const row = await db
    .insertInto('email_signups')
    .values({ email, email_key: caseless(email), source, has_access: true, created_at: Date.now() })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
