import type { FastifyInstance, FastifyRequest } from 'fastify';
import { renderSVG } from 'uqr';
import { logSecurityEvent } from '#features/audit-log/server/security-events/log-security-event.ts';
import { recordEventOf } from '#features/audit-log/server/security-events/record-security-event.ts';
import { siteTitle } from '#features/settings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/second-factor-endpoints.ts';
import { queueLoginChanged } from '../email/account-mails.ts';
import { assertOwnPassword } from '../password/own-password.ts';
import { type MemberSetup, ownAccount } from '../setup.ts';
import type { UserRow } from '../users.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { assertAnotherFactor, deleteTotp, factorsOf } from './second-factor.ts';
import { redeemTotp, startTotp } from './totp.ts';

const WRONG =
  'This code does not fit. Enter the code that your app shows now. If none fits, set the clock of your ' +
  'phone, or cancel and scan a new QR code.';
/** Sentences of the mails to the owner. */
const CHANGES = {
  'second-factor-on': 'Codes from an app were turned on.',
  'second-factor-off': 'Codes from an app were turned off.',
  'recovery-codes-replaced': 'New recovery codes were made. The earlier ones no longer work.',
} as const;
type Change = keyof typeof CHANGES;

const ALREADY_ON = 'Codes from an app are on already. Turn them off first.';

/** Serves the second factor of one's own account, for administrators and editors. */
export function secondFactorRoutes(app: FastifyInstance, setup: MemberSetup): void {
  const { db, secondFactor, publicUrl, wakeMailSender } = setup;

  async function recordChange(request: FastifyRequest, transaction: Db, user: UserRow, kind: Change) {
    await recordEventOf(request, transaction, { userId: user.id, kind });
    await queueLoginChanged(transaction, user, CHANGES[kind], publicUrl());
  }

  function finishChange(request: FastifyRequest, { id }: UserRow, kind: Change) {
    wakeMailSender();
    logSecurityEvent(request, kind, id);
  }

  serve(app, contract.getSecondFactor, async ({ reader }) => ({
    ...(await factorsOf(db, reader.userId)),
    recoveryCodesLeft: await countRecoveryCodes(db, reader.userId),
    required: secondFactor === 'required',
  }));

  serve(app, contract.newTotpSecret, async ({ body, reader, request, limits }) => {
    const user = await ownAccount(db, reader);
    await assertOwnPassword(db, { request, limits }, user, body.currentPassword);
    const started = await startTotp(db, user, await siteTitle(db));
    if (!started) throw new HttpError('second-factor-known', ALREADY_ON);
    return { ...started, qrCode: renderSVG(started.uri, { border: 2 }) };
  });

  serve(app, contract.confirmTotp, async ({ body, reader, request }) => {
    const user = await ownAccount(db, reader);
    // One transaction, because app codes without recovery codes lock out an owner who loses the phone.
    const recoveryCodes = await db.transaction().execute(async (transaction) => {
      if (!(await redeemTotp(transaction, user.id, body.code, 'new'))) return null;
      await recordChange(request, transaction, user, 'second-factor-on');
      return replaceRecoveryCodes(transaction, user.id);
    });
    if (!recoveryCodes)
      throw new HttpError('wrong-code', WRONG, { issues: [{ path: 'code', message: WRONG }] });
    finishChange(request, user, 'second-factor-on');
    return { recoveryCodes };
  });

  serve(app, contract.newRecoveryCodes, async ({ body, reader, request, limits }) => {
    const user = await ownAccount(db, reader);
    await assertOwnPassword(db, { request, limits }, user, body.currentPassword);
    const recoveryCodes = await db.transaction().execute(async (transaction) => {
      await recordChange(request, transaction, user, 'recovery-codes-replaced');
      return replaceRecoveryCodes(transaction, user.id);
    });
    finishChange(request, user, 'recovery-codes-replaced');
    return { recoveryCodes };
  });

  serve(app, contract.turnTotpOff, async ({ body, reader, request, limits }) => {
    const user = await ownAccount(db, reader);
    await assertOwnPassword(db, { request, limits }, user, body.currentPassword);
    await db.transaction().execute(async (transaction) => {
      await assertAnotherFactor(transaction, secondFactor, user, 'codes');
      await deleteTotp(transaction, user.id);
      await recordChange(request, transaction, user, 'second-factor-off');
    });
    finishChange(request, user, 'second-factor-off');
  });
}
