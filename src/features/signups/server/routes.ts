import type { FastifyInstance } from 'fastify';
import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import {
  addressOfToken,
  type IssuedToken,
  issueToken,
  redeemCode,
  redeemToken,
} from '#features/accounts/server/email/email-tokens.ts';
import type { SessionCookie } from '#features/accounts/server/session/sessions.ts';
import { signInProven } from '#features/accounts/server/session/sign-in.ts';
import { siteTitle } from '#features/settings/server/site-title.ts';
import { caseless } from '#platform/database/caseless.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Db } from '#platform/database/open.ts';
import { Answer } from '#platform/http/contract/endpoint.ts';
import { mailboxOf, spend } from '#platform/http/guard/rate-limits.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { letter } from '#platform/mail/letter.ts';
import { type Mail, queueMail } from '#platform/mail/queue.ts';
import { ACCESS_WITHDRAWN } from '../contract/calls.ts';
import * as contract from '../contract/endpoints.ts';
import { LINKS_TO_ADDRESS } from '../contract/rate-limits.ts';
import type { EntryCookie } from './entry/entry-tags.ts';

const DEAD_LINK = 'This link has expired or was already used. Ask for a new link.';
const LOST_LINK = 'This link is too old. Enter your email again to get a new one.';
const DEAD_CODE = 'This code is wrong or has expired. Check the email, or ask for a new code.';

export interface SignupsSetup {
  db: Db;
  cookie: SessionCookie;
  entryCookie: EntryCookie;
  publicUrl: () => string;
  /** Passed to accounts at a sign-in. */
  extensions: readonly AccountExtension[];
  /** Call after queueing a mail. */
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
    if ((await signupAccess(db, email)) === false) throw new HttpError('access-revoked', ACCESS_WITHDRAWN);
    await spend(db, LINKS_TO_ADDRESS, mailboxOf(email));
    await db.transaction().execute(async (transaction) => {
      const issued = await issueToken(transaction, 'sign-in', email);
      await queueMail(transaction, signInMail(await siteTitle(transaction), email, issued, publicUrl()));
    });
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
    const proof =
      'token' in body
        ? await redeemToken(db, 'sign-in', body.token)
        : await redeemCode(db, 'sign-in', body.email, body.code);
    if (!proof)
      throw 'token' in body
        ? new HttpError('link-expired', DEAD_LINK)
        : new HttpError('wrong-code', DEAD_CODE);
    if ((await signupAccess(db, proof.emailKey)) === false)
      throw new HttpError('access-revoked', ACCESS_WITHDRAWN);
    entryCookie.bind(reply, proof.emailKey);
    const sessionId = await signInProven(db, proof.emailKey, request, extensions);
    if (sessionId !== null) cookie.start(reply, sessionId);
    wakeMailSender();
    return { email: proof.emailKey, signedIn: sessionId !== null };
  });
}

/**
 * Inserts a sign-up. Returns whether the address was new. One statement, so that concurrent calls insert it
 * once.
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

/** Whether an address has access; null without a sign-up. */
async function signupAccess(db: Db, email: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('email_signups')
    .select('has_access')
    .where('email_key', '=', caseless(email))
    .executeTakeFirst();
  return row ? toBoolean(row.has_access) : null;
}

/**
 * The mail for a returning visitor. Server logs and the Referer header never contain the token in the
 * fragment.
 */
const signInMail = (
  site: string,
  email: string,
  { token, code, expiresAt }: IssuedToken,
  publicUrl: string,
): Mail =>
  letter({
    site,
    to: email,
    expiresAt,
    subject: `Sign in to ${site}`,
    opening: `Use this link to sign in to ${site}:`,
    link: { label: 'Sign in', url: `${publicUrl}/sign-in#token=${token}` },
    code: { opening: 'Or enter this code on the page where you asked for the link:', digits: code },
    closing: [
      'The link and the code work once and expire in 15 minutes.',
      'If you did not ask for this, you can ignore this email. No one can sign in without it.',
    ],
  });
