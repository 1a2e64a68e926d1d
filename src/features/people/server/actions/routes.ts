import type { FastifyInstance } from 'fastify';
import type { AccountExtension } from '#features/accounts/server/account-extension.ts';
import { logSecurityEvent } from '#features/audit-log/server/security-events/log-security-event.ts';
import { authorOf } from '#features/audit-log/server/security-events/record-export.ts';
import type { Db } from '#platform/database/open.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../contract/endpoints.ts';
import { findPerson } from '../person/find-person.ts';
import { changeAddressAccess, changeIsDisabled, endSessions } from './change-person.ts';
import { changeRole } from './change-role.ts';
import { erasePerson } from './erase-person.ts';
import { changeGrant, grantPerson } from './grant-person.ts';
import { confirmEmail, renamePerson } from './rename-person.ts';
import { sendLink } from './send-link.ts';

export interface PeopleSetup {
  db: Db;
  /** Passed to accounts when one is erased. */
  extensions: readonly AccountExtension[];
  publicUrl: () => string;
  /** Must be called after queueing a mail. */
  wakeMailSender: () => void;
}

/** Serves administrators' actions on a person. Every call is idempotent. */
export function personActions(app: FastifyInstance, setup: PeopleSetup): void {
  const { db, extensions, publicUrl, wakeMailSender } = setup;

  serve(app, contract.changePerson, async ({ params, body, request, reader }) => {
    const found = await findPerson(db, params.kind, params.id);
    const author = authorOf(request);
    if ('isDisabled' in body) {
      await changeIsDisabled(db, author, found, body);
      logSecurityEvent(
        request,
        body.isDisabled ? 'account-disabled' : 'account-enabled',
        found.userId ?? undefined,
      );
    } else if ('name' in body) await renamePerson(db, author, found, body);
    else if ('confirmedEmail' in body) await confirmEmail(db, author, found, body, extensions);
    else if ('role' in body) {
      await changeRole(db, author, found, body);
      logSecurityEvent(request, 'role-changed', params.id, body.role);
    } else {
      await changeAddressAccess(db, author, found, body);
      logSecurityEvent(request, body.hasAccess ? 'signup-restored' : 'signup-revoked', reader.userId);
    }
  });

  serve(app, contract.endPersonSessions, async ({ params, request }) => {
    const found = await findPerson(db, 'account', params.id);
    await endSessions(db, authorOf(request), found);
    logSecurityEvent(request, 'sessions-ended', params.id, 'admin');
  });

  serve(app, contract.grantPersonAccess, async ({ params, body, request }) => {
    const found = await findPerson(db, params.kind, params.id);
    return { id: await grantPerson(db, authorOf(request), found, body) };
  });

  serve(app, contract.changePersonGrant, async ({ params, body, request }) => {
    const found = await findPerson(db, params.kind, params.id);
    await changeGrant(db, authorOf(request), found, params.grant, body);
  });

  serve(app, contract.sendPersonLink, async ({ params, request }) => {
    const found = await findPerson(db, params.kind, params.id);
    await sendLink(db, authorOf(request), found, publicUrl());
    wakeMailSender();
  });

  serve(app, contract.erasePerson, async ({ params, body, request, reader }) => {
    const found = await findPerson(db, params.kind, params.id);
    await erasePerson(db, authorOf(request), found, body, extensions);
    if (found.userId === null) logSecurityEvent(request, 'signup-erased', reader.userId);
    else logSecurityEvent(request, 'account-deleted', found.userId);
  });
}
