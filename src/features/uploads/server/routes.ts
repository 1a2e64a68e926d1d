import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { Answer } from '#platform/http/contract/endpoint.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import { notFound } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import { importFolder as importFolderEndpoint } from '../contract/folder-endpoints.ts';
import { UPLOADS_PREFIX } from '../shared/upload-address.ts';
import { saveCaptions } from './captions/save-captions.ts';
import { fileRoutes } from './file-routes.ts';
import { importFolder } from './folder/import-folder.ts';
import { cancelJob, retryJob } from './jobs/job-queries.ts';
import { preparedUpload } from './jobs/prepared-upload.ts';
import { uploadsOf } from './queries.ts';
import { receiveFile } from './receive-file.ts';
import { resumableRoutes } from './resumable/resumable-routes.ts';
import type { UploadSpace } from './store.ts';
import { explainStore, type MediaPreparation, storeReceived } from './store-received.ts';

export async function uploadsRoutes(
  app: FastifyInstance,
  db: Db,
  space: UploadSpace,
  media: MediaPreparation | undefined,
): Promise<void> {
  const setup = { db, space, media };
  fileRoutes(app, db, space.store);

  // A scope of its own, because only this call accepts forms with files.
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    serve(scope, contract.uploadFile, async ({ query: { kind }, reader, request }) => {
      const received = await receiveFile(request, kind, space.incoming);
      const { upload, isNew } = await storeReceived(setup, request.log, kind, received, reader.userId);
      return isNew ? new Answer(201, upload) : new Answer(200, upload);
    });
  });
  await resumableRoutes(app, setup);
  serve(app, contract.saveCaptions, async ({ body, reader, request }) => {
    try {
      return await saveCaptions(db, space, reader, body);
    } catch (error) {
      throw explainStore(error, request.log);
    }
  });
  serve(app, importFolderEndpoint, ({ body, reader }) => importFolder(db, reader, body));

  serve(app, contract.listUploads, async ({ query, reply }) => {
    const { uploads, next } = await uploadsOf(db, { ...query, unfinished: query.unfinished === 'true' });
    if (next !== undefined) reply.header(NEXT_CURSOR, String(next));
    return uploads;
  });

  const change = async (id: number, by: (db: Db, name: string) => Promise<void>) => {
    const upload = await preparedUpload(db, id);
    if (!upload) throw notFound();
    await by(db, upload.url.slice(UPLOADS_PREFIX.length));
    media?.wake();
    return (await preparedUpload(db, id)) ?? upload;
  };
  serve(app, contract.cancelUpload, ({ params: { id } }) => change(id, cancelJob));
  serve(app, contract.retryUpload, ({ params: { id } }) => change(id, retryJob));
}
