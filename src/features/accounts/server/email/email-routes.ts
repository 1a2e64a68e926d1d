import type { FastifyInstance, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '#features/audit-log/server/security-events/log-security-event.ts';
import { recordEventOf } from '#features/audit-log/server/security-events/record-security-event.ts';
import { caseless } from '#platform/database/caseless.ts';
import type { Db } from '#platform/database/open.ts';
import { Answer } from '#platform/http/contract/endpoint.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { queueMail, redirectBulk } from '#platform/mail/queue.ts';
import * as contract from '../../contract/endpoints.ts';
import { MAILS_OF_CALLER, PROOFS_OF_ACCOUNT, PROOFS_TO_ADDRESS } from '../../contract/rate-limits.ts';
import type { AccountExtension } from '../account-extension.ts';
import { assertOwnPassword } from '../password/own-password.ts';
import { type MemberSetup, ownAccount } from '../setup.ts';
import { assertEmailFree, findUser, setProvenEmail, toUser, type UserRow } from '../users.ts';
import { emailChangedMail, queueProof } from './account-mails.ts';
import { DEAD_CODE } from './dead-proofs.ts';
import { endTokensOf, pendingAddress, redeemCode, redeemToken } from './email-tokens.ts';

const DEAD_LINK =
  'This link has expired, was already used, or belongs to another account. Ask for a new link.';

/**
 * Serves the proof and the change of an address. A proof needs the mailbox and a session of the account.
 * Otherwise the owner of a mistyped address could prove it for a stranger by opening the link.
 */
export function emailRoutes(
  app: FastifyInstance,
  { db, publicUrl, wakeMailSender, extensions }: MemberSetup,
): void {
  serve(app, contract.proveEmail, async ({ body, reader, request, limits }) => {
    const user = await ownAccount(db, reader);
    const emailKey = caseless(body.email);
    const isPresent = emailKey === user.email_key;
    // For a page that missed the proof in another tab or on another device, and must not announce a mail.
    if (isPresent && user.email_verified_at !== null) return new Answer(200, toUser(user));
    // The request of the pending address has checked the password.
    if (!isPresent && emailKey !== (await pendingAddress(db, user.id)))
      await assertOwnPassword(db, { request, limits }, user, body.currentPassword);
    // Before the response reveals whether an account has the address, so that nobody can try many.
    for (const limit of [MAILS_OF_CALLER, PROOFS_OF_ACCOUNT]) await limits.spend(limit);
    if (!isPresent) await assertEmailFree(db, body.email, user.id);
    await limits.spend(PROOFS_TO_ADDRESS);
    await db
      .transaction()
      .execute((transaction) => queueProof(transaction, user.id, body.email, publicUrl()));
    wakeMailSender();
    return new Answer(204, undefined);
  });

  serve(app, contract.verifyEmail, async ({ body, reader, request }) => {
    const user = await ownAccount(db, reader);
    const changed = await db.transaction().execute(async (transaction) => {
      const proof =
        'token' in body
          ? await redeemToken(transaction, 'verify-email', body.token, user.id)
          : await redeemOwnCode(transaction, user.id, body.code);
      const setup = { extensions, publicUrl: publicUrl() };
      return proof && changeAddress(transaction, user, proof.emailKey, request, setup);
    });
    // Thrown outside of the transaction, which must commit the counted attempt.
    if (!changed)
      throw 'token' in body
        ? new HttpError('link-expired', DEAD_LINK)
        : new HttpError('wrong-code', DEAD_CODE);
    wakeMailSender();
    if (changed.email_key !== user.email_key) logSecurityEvent(request, 'email-changed', user.id);
    return toUser(changed);
  });
}

async function redeemOwnCode(db: Db, userId: number, code: string) {
  const pending = await pendingAddress(db, userId);
  return pending === null ? null : redeemCode(db, 'verify-email', pending, code, userId);
}

async function changeAddress(
  db: Db,
  user: UserRow,
  emailKey: string,
  request: FastifyRequest,
  { extensions, publicUrl }: { extensions: readonly AccountExtension[]; publicUrl: string },
): Promise<UserRow> {
  const isPresent = user.email !== null && user.email_key === emailKey;
  const proven = await setProvenEmail(db, user.id, isPresent ? (user.email as string) : emailKey);
  for (const { onAdmission } of extensions) await onAdmission?.(db, user.id, request);
  for (const { onEmailProven } of extensions) await onEmailProven?.(db, user.id);
  if (!isPresent) {
    await recordEventOf(request, db, { userId: user.id, kind: 'email-changed' });
    // Links to the former address must no longer open this account.
    await endTokensOf(db, user.id);
    if (user.email !== null && user.email_verified_at !== null) {
      await redirectBulk(db, user.email, proven.email ?? emailKey);
      await queueMail(db, await emailChangedMail(db, user.email, publicUrl));
    }
  }
  return (await findUser(db, user.id)) ?? proven;
}
