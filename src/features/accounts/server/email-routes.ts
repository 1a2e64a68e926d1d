import type { FastifyInstance } from 'fastify';
import { claimSubscriptions } from '#features/subscriptions/server/claim.ts';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { callerOf } from '#platform/http/caller.ts';
import { HttpError } from '#platform/http/errors.ts';
import { serve } from '#platform/http/serve.ts';
import { queueMail } from '#platform/mail/queue.ts';
import * as contract from '../contract.ts';
import { emailChangedMail } from './account-mails.ts';
import { endTokensOf, pendingAddress, redeemCode, redeemToken } from './email-tokens.ts';
import { countProof, countRedemption } from './limits.ts';
import { assertOwnPassword } from './own-password.ts';
import { queueProof } from './prove-email.ts';
import { type MemberSetup, ownAccount } from './setup.ts';
import { assertEmailFree, findUser, setProvenEmail, toUser, type UserRow } from './users.ts';

const DEAD_LINK =
  'This link has expired, was already used, or belongs to another account. Ask for a new one.';
const DEAD_CODE = 'This code is not the one we sent, or it has expired. You can have it sent again.';

/**
 * Proving an address takes both the mailbox and a session of the account: a stranger whose address was typed in,
 * and who presses the link in good faith, lends it to nobody.
 */
export function emailRoutes(app: FastifyInstance, { db, publicUrl, wakePostman }: MemberSetup): void {
  serve(app, contract.proveEmail, async ({ body, reader, request }) => {
    const user = await ownAccount(db, reader);
    const emailKey = caseless(body.email);
    const isPresent = emailKey === user.email_key;
    if (isPresent && user.email_verified_at !== null) return;
    const caller = callerOf(request);
    if (!isPresent) {
      // One that waits already was asked for with the password.
      if (emailKey !== (await pendingAddress(db, user.id)))
        await assertOwnPassword(db, request, user, body.currentPassword);
      await assertEmailFree(db, body.email, user.id);
    }
    await countProof(db, caller, user.id, body.email);
    await db
      .transaction()
      .execute((transaction) => queueProof(transaction, user.id, body.email, publicUrl()));
    wakePostman();
  });

  serve(app, contract.verifyEmail, async ({ body, reader, request }) => {
    const user = await ownAccount(db, reader);
    await countRedemption(db, callerOf(request));
    const changed = await db.transaction().execute(async (transaction) => {
      const proof =
        'token' in body
          ? await redeemToken(transaction, 'verify-email', body.token, user.id)
          : await redeemOwnCode(transaction, user.id, body.code);
      return proof && changeAddress(transaction, user, proof.emailKey);
    });
    // Outside of the transaction: a wrong code stays counted.
    if (!changed) throw new HttpError(410, 'token' in body ? DEAD_LINK : DEAD_CODE);
    wakePostman();
    return toUser(changed);
  });
}

async function redeemOwnCode(db: Db, userId: number, code: string) {
  const pending = await pendingAddress(db, userId);
  return pending === null ? null : redeemCode(db, 'verify-email', pending, code, userId);
}

async function changeAddress(db: Db, user: UserRow, emailKey: string): Promise<UserRow> {
  const isPresent = user.email !== null && user.email_key === emailKey;
  const proven = await setProvenEmail(db, user.id, isPresent ? (user.email as string) : emailKey);
  await claimSubscriptions(db, user.id);
  if (!isPresent) {
    // Links that went to the address before are not this account's any more.
    await endTokensOf(db, user.id);
    if (user.email !== null && user.email_verified_at !== null)
      await queueMail(db, emailChangedMail(user.email));
  }
  return (await findUser(db, user.id)) ?? proven;
}
