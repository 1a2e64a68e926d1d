import type { FastifyInstance } from 'fastify';
import { logSecurityEvent } from '#features/audit-log/server/security-events/log-security-event.ts';
import { recordEventOf } from '#features/audit-log/server/security-events/record-security-event.ts';
import type { Db } from '#platform/database/open.ts';
import { Answer } from '#platform/http/contract/endpoint.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { queueMail } from '#platform/mail/queue.ts';
import * as contract from '../../contract/endpoints.ts';
import { spendResetLink } from '../devices/guess-limits.ts';
import { passwordChangedMail, queueToOwner, resetPasswordMail } from '../email/account-mails.ts';
import { DEAD_LINK } from '../email/dead-proofs.ts';
import { endTokensOf, issueToken, peekToken, redeemToken } from '../email/email-tokens.ts';
import { deletePasskeysOf } from '../passkeys/passkeys.ts';
import { isUnprovenStaff } from '../session/roles.ts';
import { endSessionsOf } from '../session/sessions.ts';
import { needsMoreThanMail, signIn } from '../session/sign-in.ts';
import { type MemberSetup, ownAccount } from '../setup.ts';
import { findUser, findUserByEmail, replacePassword, toUser, type UserRow } from '../users.ts';
import { assertOwnPassword } from './own-password.ts';
import { hashPassword } from './passwords.ts';
import { isWeakPassword, refuseWeakPassword } from './weak-passwords.ts';

const CHANGED_ELSEWHERE = 'Your password was changed on another device. Please log in again.';

export function passwordRoutes(
  app: FastifyInstance,
  { db, cookie, publicUrl, wakeMailSender, extensions, devices }: MemberSetup,
): void {
  serve(app, contract.forgotPassword, async ({ body, request, limits }) => {
    // An unknown address causes the same work, with a dead link and an unsent mail, because timing must not
    // reveal accounts.
    const found = await findUserByEmail(db, body.email);
    const user = found && !isUnprovenStaff(found) ? found : undefined;
    await spendResetLink(db, { request, limits, devices }, user?.id);
    const issued = await issueToken(db, 'reset-password', body.email, user?.id);
    const owner = { email: user?.email ?? body.email, username: user?.username ?? '' };
    const mail = await resetPasswordMail(db, owner, issued, publicUrl());
    await (user ? queueMail(db, mail) : dropMail(db));
    wakeMailSender();
  });

  serve(app, contract.checkPassword, async ({ body: { password, ...owner } }) => ({
    guessable: await isWeakPassword(password, owner),
  }));

  serve(app, contract.resetPassword, async ({ body, request, reply }) => {
    // Not redeemed yet, so that a refused password does not use up the link.
    const proof = await peekToken(db, 'reset-password', body.token);
    const user = proof?.userId ? await findUser(db, proof.userId) : undefined;
    if (!user || isUnprovenStaff(user)) throw new HttpError('link-expired', DEAD_LINK);
    await refuseWeakPassword(body.password, user);
    const passwordHash = await hashPassword(body.password);
    const takeover = await db.transaction().execute(async (transaction) => {
      const redeemed = await redeemToken(transaction, 'reset-password', body.token);
      const owner = redeemed && (await takeOver(transaction, user, redeemed.emailKey, passwordHash));
      if (!owner) return null;
      const needsMore = await needsMoreThanMail(transaction, owner.id, extensions);
      // A stranger who registered the address first may have added passkeys.
      if (user.email_verified_at === null && !needsMore) await deletePasskeysOf(transaction, owner.id);
      if (owner.email !== null)
        await queueMail(transaction, await passwordChangedMail(transaction, owner.email, publicUrl()));
      await recordEventOf(request, transaction, { userId: owner.id, kind: 'password-reset' });
      const sessionId = needsMore
        ? null
        : await signIn(transaction, owner.id, request, extensions, 'new-password');
      return { owner: (await findUser(transaction, owner.id)) ?? owner, sessionId };
    });
    if (!takeover) throw new HttpError('link-expired', DEAD_LINK);
    wakeMailSender();
    logSecurityEvent(request, 'password-reset', takeover.owner.id);
    if (takeover.sessionId === null) return new Answer(204, undefined);
    cookie.start(reply, takeover.sessionId);
    return new Answer(200, toUser(takeover.owner));
  });

  serve(app, contract.changePassword, async ({ body, reader, request, reply, limits }) => {
    const user = await ownAccount(db, reader);
    await assertOwnPassword(db, { request, limits }, user, body.currentPassword);
    await refuseWeakPassword(body.password, user);
    const passwordHash = await hashPassword(body.password);
    const sessionId = await db.transaction().execute(async (transaction) => {
      if (!(await replacePassword(transaction, user, passwordHash)))
        throw new HttpError('password-changed', CHANGED_ELSEWHERE);
      await endSessionsOf(transaction, user.id);
      await endTokensOf(transaction, user.id, user.email_key);
      await queueToOwner(transaction, user, (to) => passwordChangedMail(transaction, to, publicUrl()));
      await recordEventOf(request, transaction, { userId: user.id, kind: 'password-changed' });
      return signIn(transaction, user.id, request, extensions, 'new-password');
    });
    wakeMailSender();
    cookie.start(reply, sessionId);
    logSecurityEvent(request, 'password-changed', user.id);
    return toUser(user);
  });
}

/**
 * Sets a password for the owner of the mailbox. Ends all sessions and open proofs, which may belong to a
 * stranger.
 */
async function takeOver(
  db: Db,
  user: UserRow,
  emailKey: string,
  passwordHash: string,
): Promise<UserRow | undefined> {
  const owner = await db
    .updateTable('users')
    .set((eb) => ({
      password_hash: passwordHash,
      email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(Date.now())),
    }))
    .where('id', '=', user.id)
    // The account may have changed its address since.
    .where('email_key', '=', emailKey)
    .returningAll()
    .executeTakeFirst();
  if (!owner) return undefined;
  await endSessionsOf(db, user.id);
  await endTokensOf(db, user.id);
  return owner;
}

/**
 * Inserts an empty mail, which takes as long as a real one. It counts as sent long ago, so that it says
 * nothing about the present mail server.
 */
async function dropMail(db: Db): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      recipient: '',
      subject: '',
      text: '',
      html: '',
      created_at: Date.now(),
      attempts: 0,
      next_attempt_at: Number.MAX_SAFE_INTEGER,
      sent_at: 0,
      last_error: null,
    })
    .execute();
}
