import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Answer } from '#platform/http/contract/endpoint.ts';
import { DIRECT_PARTS } from '#platform/http/contract/headers.ts';
import { serve } from '#platform/http/serve/serve.ts';
import { instant } from '#platform/text/instants.ts';
import { appendToResumable } from '../../contract/resumable-calls.ts';
import * as contract from '../../contract/resumable-endpoints.ts';
import type { UploadKind } from '../../shared/upload-kinds.ts';
import { toOriginalName } from '../receive-file.ts';
import { explainStore, type UploadSetup } from '../store-received.ts';
import { answerTus } from './answer-tus.ts';
import { directRoutes } from './direct/direct-routes.ts';
import { finishResumable, metadataOf } from './finish-resumable.ts';
import { LIMITS, PartsStore, type ResumableLimits } from './parts-store.ts';
import { KEPT_FOR, type ResumableRow, resumablesOf } from './resumable-queries.ts';

interface TusContext {
  request: FastifyRequest;
  reply: FastifyReply;
  reader: { userId: number };
}

/** Serves uploads in parts, by the protocol tus 1.0. */
export async function resumableRoutes(
  app: FastifyInstance,
  setup: UploadSetup,
  limits: ResumableLimits = LIMITS,
): Promise<void> {
  const { db, space } = setup;
  const tus = async ({ request, reply, reader: { userId } }: TusContext, kind?: UploadKind) => {
    const store = new PartsStore({ db, space, userId, kind, limits });
    try {
      return await answerTus(request, reply, store);
    } catch (error) {
      throw explainStore(error, request.log);
    }
  };

  const announceDirect = (reply: FastifyReply) => {
    if (space.store.signPut) reply.header(DIRECT_PARTS, '1');
  };

  // A scope of its own, because only this call takes parts of files. The store reads them as a stream.
  await app.register(async (scope) => {
    scope.addContentTypeParser(appendToResumable.takes, (_request, _payload, done) => done(null));
    serve(scope, contract.appendToResumable, async (context) => {
      await tus(context);
    });
  });
  serve(app, contract.createResumable, async (context) => {
    await tus(context, context.query.kind);
    announceDirect(context.reply);
  });
  serve(app, contract.getResumableOffset, async (context) => {
    await tus(context);
    announceDirect(context.reply);
  });
  serve(app, contract.cancelResumable, async (context) => {
    await tus(context);
  });

  serve(app, contract.finishResumable, async ({ params: { token }, reader, request }) => {
    const { upload, isNew } = await finishResumable(setup, request.log, token, reader.userId);
    return isNew ? new Answer(201, upload) : new Answer(200, upload);
  });

  directRoutes(app, setup);

  serve(app, contract.listResumables, async ({ reader }) => {
    const listed = await resumablesOf(db, reader.userId);
    return listed
      .filter(({ row, upload }) => row.upload_name === null || upload !== null)
      .map(({ row, upload }) => ({ ...shown(row), upload }));
  });
}

function shown(row: ResumableRow) {
  const { filename, modified } = metadataOf(row);
  return {
    token: row.token,
    kind: row.kind as UploadKind,
    name: toOriginalName(filename),
    modified: modified && /^\d{1,15}$/.test(modified) ? Number(modified) : null,
    bytes: row.bytes,
    received: row.received,
    expiresAt: instant(row.active_at + KEPT_FOR),
  };
}
