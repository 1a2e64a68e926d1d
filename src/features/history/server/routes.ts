import type { FastifyInstance, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '#features/audit-log/server/security-events/log-security-event.ts';
import { authorOf } from '#features/audit-log/server/security-events/record-export.ts';
import type { Db } from '#platform/database/open.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import { compareVersion } from './compare-version.ts';
import { listVersions } from './list-versions.ts';
import { refuseSettings } from './refuse-settings.ts';
import { restoreVersion } from './restore-version.ts';
import { undoChange } from './undo-change.ts';
import { undoSeveral } from './undo-several.ts';

/** Registers the calls about the history of items and settings, which comes from the audit log. */
export function historyRoutes(app: FastifyInstance, db: Db): void {
  serve(app, contract.listVersions, async ({ params, query, reader, reply }) => {
    refuseSettings(reader, params.type);
    const { list, next } = await listVersions(db, params, query);
    if (next !== undefined) reply.header(NEXT_CURSOR, String(next));
    return list;
  });

  serve(app, contract.compareVersion, ({ params, reader }) => {
    refuseSettings(reader, params.type);
    return compareVersion(db, params, params.version);
  });

  serve(app, contract.restoreVersion, async ({ params, body, reader, request }) => {
    refuseSettings(reader, params.type);
    const restored = await restoreVersion(db, reader, authorOf(request), params, body);
    if (params.type === 'setting') logChange(request);
    return restored;
  });

  serve(app, contract.undoSeveral, async ({ body, reader }) => ({
    entries: await undoSeveral(db, reader, body.entries),
  }));

  serve(app, contract.undoChange, ({ params, reader, request }) =>
    undoChange(db, reader, authorOf(request), params.id),
  );
}

const logChange = (request: FastifyRequest) =>
  logSecurityEvent(request, 'settings-changed', request.reader.userId ?? undefined);
