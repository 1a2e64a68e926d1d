import type { FastifyRequest } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import type { Author } from '../change.ts';
import { recordChange } from '../record-change.ts';
import { logSecurityEvent } from './log-security-event.ts';
import { deviceOf } from './record-security-event.ts';

/** Returns the reader of a request as the author of a change. */
export const authorOf = (request: FastifyRequest): Author => ({
  userId: request.reader.userId,
  device: deviceOf(request),
});

/** Records the reader's download of a file with the site's data: an audit entry and a security event. */
export async function recordExport(db: Db, request: FastifyRequest, file: string): Promise<void> {
  await db.transaction().execute((transaction) =>
    recordChange(transaction, {
      ...authorOf(request),
      // No action of its own, because nodes of the previous version would refuse to list it.
      action: 'created',
      itemType: 'export',
      itemId: file,
      title: file,
    }),
  );
  logSecurityEvent(request, 'site-data-exported', request.reader.userId ?? undefined, file);
}
