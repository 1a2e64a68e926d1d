import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import { auditLogOf, authorsOf, visibleTypes } from './queries.ts';
import { securityEventsPage } from './security-events/read-security-events.ts';

export function auditLogRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listAuditLog, async ({ query, reader, reply }) => {
    const { entries, next } = await auditLogOf(db, visibleTypes(reader), query);
    if (next !== undefined) reply.header(NEXT_CURSOR, String(next));
    return entries;
  });

  serve(app, contract.listAuthors, ({ reader }) => authorsOf(db, visibleTypes(reader)));

  serve(app, contract.listSecurityEvents, async ({ query, reader, reply }) => {
    const { events, next } = await securityEventsPage(db, reader.userId, query);
    if (next !== undefined) reply.header(NEXT_CURSOR, String(next));
    return events;
  });
}
