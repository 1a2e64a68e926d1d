import type { FastifyInstance } from 'fastify';
import {
  logSecurityEvent,
  reportFailedLogin,
} from '#features/audit-log/server/security-events/log-security-event.ts';
import { recordEventOf } from '#features/audit-log/server/security-events/record-security-event.ts';
import { siteTitle } from '#features/settings/server/queries.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/passkey-endpoints.ts';
import { passkeyAddedMail, queueLoginChanged, queueToOwner } from '../email/account-mails.ts';
import { assertOwnPassword } from '../password/own-password.ts';
import { assertAnotherFactor } from '../second-factor/second-factor.ts';
import { signIn } from '../session/sign-in.ts';
import { type MemberSetup, ownAccount } from '../setup.ts';
import { findUser, toUser, type UserRow } from '../users.ts';
import { creationOptions, refusedPasskey, requestOptions, verifyCreation, verifyUse } from './ceremonies.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  passkeysOf,
  recordUse,
  renamePasskey,
  toPasskeyEntry,
} from './passkeys.ts';

/** More than the devices of one person. Limits what one account can store. */
const MAX_PASSKEYS = 20;
const TOO_MANY = `An account can have ${MAX_PASSKEYS} passkeys. Remove one that you do not use.`;
const KNOWN = 'This passkey is registered already.';
const GONE = 'That passkey is already removed.';

/** Serves the login with a passkey, and the passkeys of one's own account. */
export function passkeyRoutes(app: FastifyInstance, setup: MemberSetup): void {
  signInRoutes(app, setup);
  ownPasskeyRoutes(app, setup);
}

function signInRoutes(app: FastifyInstance, setup: MemberSetup): void {
  const { db, publicUrl, cookie, extensions, wakeMailSender } = setup;

  serve(app, contract.passkeySignInOptions, () => requestOptions(db, publicUrl()));

  serve(app, contract.passkeySignIn, async ({ body, request, reply }) => {
    const found = await findPasskey(db, body.id);
    const { passkey, ...use } = await verifyUse(db, publicUrl(), found, body).catch(async (error) => {
      await reportFailedLogin(db, request, found?.user_id, 'passkey');
      throw error;
    });
    const sessionId = await db.transaction().execute(async (transaction) => {
      if (!(await recordUse(transaction, passkey, use))) throw refusedPasskey();
      return signIn(transaction, passkey.user_id, request, extensions, 'passkey');
    });
    wakeMailSender();
    cookie.start(reply, sessionId);
    logSecurityEvent(request, 'login', passkey.user_id, 'passkey');
    return toUser((await findUser(db, passkey.user_id)) as UserRow);
  });
}

function ownPasskeyRoutes(
  app: FastifyInstance,
  { db, publicUrl, wakeMailSender, secondFactor }: MemberSetup,
): void {
  serve(app, contract.listPasskeys, async ({ reader }) =>
    (await passkeysOf(db, reader.userId)).map(toPasskeyEntry),
  );

  serve(app, contract.newPasskeyOptions, async ({ body, reader, request, limits }) => {
    const user = await ownAccount(db, reader);
    await assertOwnPassword(db, { request, limits }, user, body.currentPassword);
    const passkeys = await passkeysOf(db, user.id);
    if (passkeys.length >= MAX_PASSKEYS) throw new HttpError('too-many-passkeys', TOO_MANY);
    return creationOptions(db, publicUrl(), { ...user, passkeys, site: await siteTitle(db) });
  });

  serve(app, contract.addPasskey, async ({ body, reader, request }) => {
    const user = await ownAccount(db, reader);
    const created = await verifyCreation(db, publicUrl(), user.id, body.response);
    const entry = await db.transaction().execute(async (transaction) => {
      const row = await insertPasskey(transaction, {
        ...created,
        user_id: user.id,
        name: body.name,
      });
      if (!row) throw new HttpError('passkey-known', KNOWN);
      await recordEventOf(request, transaction, { userId: user.id, kind: 'passkey-added' });
      await queueToOwner(transaction, user, (to) =>
        passkeyAddedMail(transaction, to, body.name, publicUrl()),
      );
      return toPasskeyEntry(row);
    });
    wakeMailSender();
    logSecurityEvent(request, 'passkey-added', user.id);
    return entry;
  });

  // Without the password, because a name opens nothing.
  serve(app, contract.renamePasskey, async ({ body, params, reader, request }) => {
    const entry = await db.transaction().execute(async (transaction) => {
      const row = await renamePasskey(transaction, reader.userId, params.id, body.name);
      if (!row) throw notFound(GONE);
      await recordEventOf(request, transaction, { userId: reader.userId, kind: 'passkey-renamed' });
      return toPasskeyEntry(row);
    });
    logSecurityEvent(request, 'passkey-renamed', reader.userId);
    return entry;
  });

  serve(app, contract.removePasskey, async ({ body, params, reader, request, limits }) => {
    const user = await ownAccount(db, reader);
    await assertOwnPassword(db, { request, limits }, user, body.currentPassword);
    await db.transaction().execute(async (transaction) => {
      await assertAnotherFactor(transaction, secondFactor, user, 'passkey');
      const removed = await deletePasskey(transaction, user.id, params.id);
      if (!removed) throw notFound(GONE);
      await recordEventOf(request, transaction, { userId: user.id, kind: 'passkey-removed' });
      await queueLoginChanged(transaction, user, `The passkey “${removed.name}” was removed.`, publicUrl());
    });
    wakeMailSender();
    logSecurityEvent(request, 'passkey-removed', user.id);
  });
}
