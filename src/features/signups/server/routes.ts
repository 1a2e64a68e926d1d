import type { FastifyInstance } from 'fastify';
import {
  addressOfToken,
  issueToken,
  redeemCode,
  redeemToken,
} from '#features/accounts/server/email-tokens.ts';
import type { SessionCookie } from '#features/accounts/server/session-cookie.ts';
import { signInProven } from '#features/accounts/server/sign-in-proven.ts';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { callerOf } from '#platform/http/caller.ts';
import { Answer } from '#platform/http/endpoint.ts';
import { forbidden, HttpError } from '#platform/http/errors.ts';
import { type Limit, spend } from '#platform/http/limits.ts';
import { serve } from '#platform/http/serve.ts';
import { queueMail } from '#platform/mail/queue.ts';
import * as contract from '../contract.ts';
import { signInMail } from './link-mail.ts';
import { insertSignup, signupAccess } from './queries.ts';

const MINUTE = 60_000;
const SIGN_UPS_OF_CALLER: Limit = { name: 'sign-up:ip', max: 20, window: 60 * MINUTE };
const LINKS_TO_ADDRESS: Limit = { name: 'sign-in-link:address', max: 3, window: 15 * MINUTE };
const REDEMPTIONS_OF_CALLER: Limit = { name: 'redeem:ip', max: 60, window: 15 * MINUTE };

const REVOKED = 'Access for this address has been withdrawn. Write to us if you think this is a mistake.';
const TOO_MANY = 'That was asked for many times in a short while. Please try again later.';
const DEAD_LINK = 'This link has expired or was already used. Ask for a new one; it takes a moment.';
const LOST_LINK = 'This link is too old to be renewed. Enter your address again to get a new one.';
const DEAD_CODE = 'This code is not the one we sent, or it has expired. You can ask for a new one.';

export interface SignupsSetup {
  db: Db;
  cookie: SessionCookie;
  publicUrl: () => string;
  /** Called when a message waits in the queue. */
  wakePostman: () => void;
}

export function signupsRoutes(
  app: FastifyInstance,
  { db, cookie, publicUrl, wakePostman }: SignupsSetup,
): void {
  async function sendLink(email: string): Promise<void> {
    if ((await signupAccess(db, email)) === false) throw forbidden(REVOKED);
    await spend(db, LINKS_TO_ADDRESS, caseless(email), TOO_MANY);
    await db.transaction().execute(async (transaction) => {
      const issued = await issueToken(transaction, 'sign-in', email);
      await queueMail(transaction, signInMail({ email, ...issued }, publicUrl()));
    });
    wakePostman();
  }

  serve(app, contract.signUp, async ({ body, request }) => {
    await spend(db, SIGN_UPS_OF_CALLER, callerOf(request), TOO_MANY);
    if (await insertSignup(db, body.email, body.source)) return new Answer(201, { status: 'granted' });
    await sendLink(body.email);
    return new Answer(200, { status: 'link-sent' });
  });

  serve(app, contract.renewLink, async ({ body, request }) => {
    await spend(db, SIGN_UPS_OF_CALLER, callerOf(request), TOO_MANY);
    const address = await addressOfToken(db, 'sign-in', body.token);
    if (address === null) throw new HttpError(410, LOST_LINK);
    await sendLink(address);
    return { status: 'link-sent' };
  });

  serve(app, contract.verifySignUp, async ({ body, reader, request, reply }) => {
    await spend(db, REDEMPTIONS_OF_CALLER, callerOf(request), TOO_MANY);
    const proof =
      'token' in body
        ? await redeemToken(db, 'sign-in', body.token)
        : await redeemCode(db, 'sign-in', body.email, body.code);
    if (!proof) throw new HttpError(410, 'token' in body ? DEAD_LINK : DEAD_CODE);
    if ((await signupAccess(db, proof.emailKey)) === false) throw forbidden(REVOKED);
    const sessionId = await signInProven(db, proof.emailKey, reader, cookie.deviceOf(request));
    if (sessionId !== null) cookie.start(reply, sessionId);
    return { email: proof.emailKey, signedIn: sessionId !== null };
  });
}
