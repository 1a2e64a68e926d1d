import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { writeCsv } from '#platform/http/csv.ts';
import { NEXT_CURSOR } from '#platform/http/fields.ts';
import { serve } from '#platform/http/serve.ts';
import * as contract from '../contract.ts';
import { changeAccess, countSignups, signupsPart } from './signup-list.ts';

/** The administrator's list of who entered. */
export function signupListRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listEmailSignups, async ({ query, reply }) => {
    const { entries, next } = await signupsPart(db, query);
    if (next !== undefined) reply.header(NEXT_CURSOR, next);
    if (query.limit !== undefined) reply.header('x-total-count', String(await countSignups(db, query)));
    return entries;
  });

  serve(app, contract.exportEmailSignups, async ({ query, reply }) => {
    const { entries } = await signupsPart(db, query);
    reply.header('content-disposition', 'attachment; filename="email-signups.csv"');
    return writeCsv(
      ['email', 'createdAt', 'source', 'access'],
      entries.map(({ email, createdAt, source, hasAccess }) => [
        email,
        createdAt,
        source,
        hasAccess ? 'Has Access' : 'Access Revoked',
      ]),
    );
  });

  serve(app, contract.changeEmailSignup, ({ params, body, reader }) =>
    changeAccess(db, reader, params.id, body.hasAccess),
  );
}
