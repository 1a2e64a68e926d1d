import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { callerOf } from '#platform/http/caller.ts';
import { conflict, HttpError } from '#platform/http/errors.ts';
import { serve } from '#platform/http/serve.ts';
import { type Mail, queueMail } from '#platform/mail/queue.ts';
import * as contract from '../contract.ts';
import { passwordChangedMail, resetPasswordMail } from './account-mails.ts';
import { endTokensOf, issueToken, peekToken, redeemToken } from './email-tokens.ts';
import { countRedemption, countResetLink } from './limits.ts';
import { assertOwnPassword } from './own-password.ts';
import { hashPassword } from './passwords.ts';
import { refuseCommonPassword } from './refuse-password.ts';
import { endSession, endSessionsOf, startSession } from './sessions.ts';
import { type MemberSetup, ownAccount } from './setup.ts';
import { findUser, findUserByEmail, replacePassword, toUser, type UserRow } from './users.ts';

const DEAD_LINK = 'This link has expired or was already used. Ask for a new one; it takes a moment.';

export function passwordRoutes(
  app: FastifyInstance,
  { db, cookie, publicUrl, wakePostman }: MemberSetup,
): void {
  serve(app, contract.forgotPassword, async ({ body, request }) => {
    await countResetLink(db, callerOf(request), body.email);
    // The same work for an address that no account bears: a link that leads nowhere, and a mail that is not sent.
    const user = await findUserByEmail(db, body.email);
    const issued = await issueToken(db, 'reset-password', body.email, user?.id);
    await queueOrDrop(
      db,
      resetPasswordMail(user?.email ?? body.email, issued, publicUrl()),
      user !== undefined,
    );
    wakePostman();
  });

  serve(app, contract.resetPassword, async ({ body, reader, request, reply }) => {
    await countRedemption(db, callerOf(request));
    // Looked at first, so that a password that is refused does not cost the link.
    const proof = await peekToken(db, 'reset-password', body.token);
    const user = proof?.userId ? await findUser(db, proof.userId) : undefined;
    if (!user) throw new HttpError(410, DEAD_LINK);
    refuseCommonPassword(body.password, user);
    const passwordHash = await hashPassword(body.password);
    const done = await db.transaction().execute(async (transaction) => {
      const redeemed = await redeemToken(transaction, 'reset-password', body.token);
      const owner = redeemed && (await takeOver(transaction, user.id, redeemed.emailKey, passwordHash));
      if (!owner) return null;
      if (owner.email !== null) await queueMail(transaction, passwordChangedMail(owner.email, publicUrl()));
      if (reader.sessionHash !== null) await endSession(transaction, reader.sessionHash);
      const sessionId = await startSession(transaction, owner.id, cookie.deviceOf(request));
      return { owner: (await findUser(transaction, owner.id)) ?? owner, sessionId };
    });
    if (!done) throw new HttpError(410, DEAD_LINK);
    wakePostman();
    cookie.start(reply, done.sessionId);
    return toUser(done.owner);
  });

  serve(app, contract.changePassword, async ({ body, reader, request, reply }) => {
    const user = await ownAccount(db, reader);
    await assertOwnPassword(db, request, user, body.currentPassword);
    refuseCommonPassword(body.password, user);
    const passwordHash = await hashPassword(body.password);
    const sessionId = await db.transaction().execute(async (transaction) => {
      if (!(await replacePassword(transaction, user, passwordHash)))
        throw conflict('Your password was changed elsewhere in the meantime. Please log in again.');
      await endSessionsOf(transaction, user.id);
      await endTokensOf(transaction, user.id, user.email_key);
      if (user.email !== null && user.email_verified_at !== null)
        await queueMail(transaction, passwordChangedMail(user.email, publicUrl()));
      return startSession(transaction, user.id, cookie.deviceOf(request));
    });
    wakePostman();
    cookie.start(reply, sessionId);
    return toUser(user);
  });
}

/** Whoever redeems a link has the mailbox: the account is theirs, and nobody else's from now on. */
async function takeOver(
  db: Db,
  userId: number,
  emailKey: string,
  passwordHash: string,
): Promise<UserRow | undefined> {
  const owner = await db
    .updateTable('users')
    .set((eb) => ({
      password_hash: passwordHash,
      email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(Date.now())),
    }))
    .where('id', '=', userId)
    // A link to an address that the account has left since opens nothing.
    .where('email_key', '=', emailKey)
    .returningAll()
    .executeTakeFirst();
  if (!owner) return undefined;
  await endSessionsOf(db, userId);
  await endTokensOf(db, userId);
  return owner;
}

/** Writes a mail down; one that is not to be sent is written as long, and as sent, without its words. */
async function queueOrDrop(db: Db, mail: Mail, send: boolean): Promise<void> {
  if (send) return queueMail(db, mail);
  const now = Date.now();
  await db
    .insertInto('mails')
    .values({
      recipient: '',
      subject: '',
      text: '',
      html: '',
      created_at: now,
      attempts: 0,
      next_attempt_at: Number.MAX_SAFE_INTEGER,
      sent_at: now,
      last_error: null,
    })
    .execute();
}
