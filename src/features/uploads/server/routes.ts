import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { Answer } from '#platform/http/contract/endpoint.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import { HttpError } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import { fileRoutes } from './file-routes.ts';
import { uploadsOf } from './queries.ts';
import { receiveFile } from './receive-file.ts';
import { saveUpload } from './save-upload.ts';
import { StoreError, type UploadSpace } from './store.ts';

export async function uploadsRoutes(
  app: FastifyInstance,
  db: Db,
  { store, incoming }: UploadSpace,
): Promise<void> {
  fileRoutes(app, db, store);

  // In its own scope, because only this call accepts forms with files.
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    serve(scope, contract.uploadFile, async ({ query: { kind }, reader, request }) => {
      const received = await receiveFile(request, kind, incoming);
      try {
        const { upload, isNew } = await saveUpload(db, store, kind, received, reader.userId);
        return isNew ? new Answer(201, upload) : new Answer(200, upload);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        request.log.error({ err: error }, 'the store of uploads failed');
        throw new HttpError(
          'files-unavailable',
          'The file store is not responding. Please try again in a few minutes.',
        );
      }
    });
  });

  serve(app, contract.listUploads, async ({ query, reply }) => {
    const { uploads, next } = await uploadsOf(db, query);
    if (next !== undefined) reply.header(NEXT_CURSOR, String(next));
    return uploads;
  });
}
