import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Author } from '#features/audit-log/server/change.ts';
import { recordChange } from '#features/audit-log/server/record-change.ts';
import { authorOf } from '#features/audit-log/server/security-events/record-export.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { instantOrNull } from '#platform/text/instants.ts';
import * as contract from '../contract/endpoints.ts';
import type { MemberImport } from '../contract/schemas.ts';
import { checkMembers } from './check-members.ts';
import { findImport, latestImports, removeImport } from './queries.ts';

interface ImportSetup {
  db: Db;
  /** Must be called after starting an import. */
  wakeImports: () => void;
}

const GONE = 'This file is not stored any more. Choose it again.';

/** Serves the import of members. It has a scope of its own, because a file is read as a stream. */
export async function memberImportRoutes(app: FastifyInstance, { db, wakeImports }: ImportSetup) {
  const existing = async (id: number): Promise<MemberImport> => {
    const found = await findImport(db, id);
    if (!found) throw notFound(GONE);
    return found;
  };

  serve(app, contract.listMemberImports, () => latestImports(db));
  serve(app, contract.getMemberImport, ({ params }) => existing(params.id));

  serve(app, contract.runMemberImport, async ({ params, body, request }) => {
    const { accessUntil, isInviting } = body;
    await runImport(db, authorOf(request), params.id, { accessUntil, isInviting });
    wakeImports();
    return existing(params.id);
  });

  serve(app, contract.discardMemberImport, async ({ params }) => {
    if (await removeImport(db, params.id)) return;
    await existing(params.id);
    throw new HttpError('edit-conflict', 'This import was started already. It goes on.');
  });

  await app.register(async (scope) => {
    scope.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
    serve(scope, contract.checkMembers, async ({ query, request, reader }) => {
      if (!(request.body instanceof Readable))
        throw new HttpError('unsupported-type', 'Send the file as text/csv.');
      // After an error the rest of the file is still read, so that the response reaches the client.
      const bytes = request.body.iterator({ destroyOnReturn: false });
      const id = await checkMembers(db, bytes, { fileName: query.name, userId: reader.userId });
      return existing(id);
    });
  });
}

/** Starts an import with an entry in the audit log, unless it was started before. */
const runImport = (
  db: Db,
  author: Author,
  id: number,
  { accessUntil, isInviting }: { accessUntil: string | null; isInviting: boolean },
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const until = accessUntil === null ? null : Date.parse(accessUntil);
    const started = await transaction
      .updateTable('member_imports')
      .set({
        state: 'running',
        access_until: until,
        access_day: accessUntil?.slice(0, '2030-11-25'.length) ?? null,
        is_inviting: isInviting,
        created_by: author.userId,
      })
      .where('id', '=', id)
      .where('state', '=', 'checked')
      .returning(['file_name', 'members'])
      .executeTakeFirst();
    if (!started) return;
    await recordChange(transaction, {
      ...author,
      action: 'imported',
      itemType: 'members',
      itemId: String(id),
      title: started.file_name,
      details: {
        members: started.members,
        accessUntil: instantOrNull(until),
        invited: isInviting,
      },
    });
  });
