import type { FastifyInstance } from 'fastify';
import { renderSVG } from 'uqr';
import {
  logSecurityEvent,
  reportSecurityEvent,
} from '#features/audit-log/server/security-events/log-security-event.ts';
import { recordEventOf } from '#features/audit-log/server/security-events/record-security-event.ts';
import { siteTitle } from '#features/settings/server/queries.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/second-factor-endpoints.ts';
import { assertOwnPassword } from '../password/own-password.ts';
import { type MemberSetup, ownAccount } from '../setup.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { assertAnotherFactor, deleteTotp, factorsOf } from './second-factor.ts';
import { redeemTotp, startTotp } from './totp.ts';

const WRONG =
  'This code does not fit. Enter the code that your app shows now. If none fits, set the clock of your ' +
  'phone, or cancel and scan a new QR code.';
const ALREADY_ON = 'Codes from an app are on already. Turn them off first.';

/** Serves the second factor of one's own account, for administrators and editors. */
export function secondFactorRoutes(app: FastifyInstance, { db, secondFactor }: MemberSetup): void {
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
    const { userId } = reader;
    // One transaction, because app codes without recovery codes lock out an owner who loses the phone.
    const recoveryCodes = await db.transaction().execute(async (transaction) => {
      if (!(await redeemTotp(transaction, userId, body.code, 'new'))) return null;
      await recordEventOf(request, transaction, { userId, kind: 'second-factor-on' });
      return replaceRecoveryCodes(transaction, userId);
    });
    if (!recoveryCodes)
      throw new HttpError('wrong-code', WRONG, { issues: [{ path: 'code', message: WRONG }] });
    logSecurityEvent(request, 'second-factor-on', userId);
    return { recoveryCodes };
  });

  serve(app, contract.newRecoveryCodes, async ({ body, reader, request, limits }) => {
    const user = await ownAccount(db, reader);
    await assertOwnPassword(db, { request, limits }, user, body.currentPassword);
    const recoveryCodes = await db
      .transaction()
      .execute((transaction) => replaceRecoveryCodes(transaction, user.id));
    await reportSecurityEvent(db, request, 'recovery-codes-replaced', user.id);
    return { recoveryCodes };
  });

  serve(app, contract.turnTotpOff, async ({ body, reader, request, limits }) => {
    const user = await ownAccount(db, reader);
    await assertOwnPassword(db, { request, limits }, user, body.currentPassword);
    await db.transaction().execute(async (transaction) => {
      await assertAnotherFactor(transaction, secondFactor, user, 'codes');
      await deleteTotp(transaction, user.id);
    });
    await reportSecurityEvent(db, request, 'second-factor-off', user.id);
  });
}
