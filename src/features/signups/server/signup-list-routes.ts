import type { FastifyInstance } from 'fastify';
import { logSecurityEvent } from '#features/audit-log/server/security-events/log-security-event.ts';
import { authorOf, recordExport } from '#features/audit-log/server/security-events/record-export.ts';
import type { Cell } from '#platform/csv/csv.ts';
import { writeCsvPages } from '#platform/csv/csv-pages.ts';
import type { Db } from '#platform/database/open.ts';
import { PAGE_ROWS } from '#platform/database/replica/read-pages.ts';
import { NEXT_CURSOR, TOTAL_COUNT } from '#platform/http/contract/headers.ts';
import { writeJsonPages } from '#platform/http/serve/json-pages.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import { EmailSignup } from '../contract/schemas.ts';
import { eraseSignup } from './erase-address.ts';
import { changeAccess, countSignups, listSignups } from './signup-list.ts';

const toCells = ({ email, createdAt, source, hasAccess }: EmailSignup): Cell[] => [
  email,
  createdAt,
  source,
  hasAccess ? 'Has Access' : 'Access Revoked',
];

/** Serves the administrator's list of sign-ups. */
export function signupListRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listEmailSignups, async ({ query, reply }) => {
    if (query.limit === undefined)
      return writeJsonPages(EmailSignup, async (cursor: string | undefined = query.cursor) => {
        const { entries, next } = await listSignups(db, { ...query, cursor, limit: PAGE_ROWS });
        return { rows: entries, next };
      });
    const { entries, next } = await listSignups(db, { ...query, limit: query.limit });
    if (next !== undefined) reply.header(NEXT_CURSOR, next);
    reply.header(TOTAL_COUNT, String(await countSignups(db, query)));
    return entries;
  });

  serve(app, contract.exportEmailSignups, async ({ query, request, reply }) => {
    await recordExport(db, request, 'email-signups.csv');
    reply.header('content-disposition', 'attachment; filename="email-signups.csv"');
    return writeCsvPages(['email', 'createdAt', 'source', 'access'], async (cursor?: string) => {
      const { entries, next } = await listSignups(db, { ...query, cursor, limit: PAGE_ROWS });
      return { rows: entries.map(toCells), next };
    });
  });

  serve(app, contract.changeEmailSignup, async ({ params, body, reader, request }) => {
    const signup = await changeAccess(db, authorOf(request), params.id, body.hasAccess);
    logSecurityEvent(request, body.hasAccess ? 'signup-restored' : 'signup-revoked', reader.userId);
    return signup;
  });

  serve(app, contract.eraseEmailSignup, async ({ params, reader, request }) => {
    await eraseSignup(db, authorOf(request), params.id);
    logSecurityEvent(request, 'signup-erased', reader.userId);
  });
}
