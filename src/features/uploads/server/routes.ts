import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/database/open.ts';
import { Answer } from '#platform/http/contract/endpoint.ts';
import { NEXT_CURSOR } from '#platform/http/contract/headers.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../contract/endpoints.ts';
import { UPLOADS_PREFIX } from '../shared/upload-address.ts';
import type { MediaPrograms } from './ffmpeg/programs.ts';
import { fileRoutes } from './file-routes.ts';
import { cancelJob, retryJob } from './jobs/job-queries.ts';
import { preparedUpload } from './jobs/prepared-upload.ts';
import { saveMedia } from './jobs/save-media.ts';
import { uploadsOf } from './queries.ts';
import { receiveFile } from './receive-file.ts';
import { saveUpload } from './save-upload.ts';
import { StoreError, type UploadSpace } from './store.ts';

/** How films and sounds are prepared. */
export interface MediaPreparation {
  programs: MediaPrograms;
  /** Starts a job now, not at the next poll. */
  wake(): void;
}

export async function uploadsRoutes(
  app: FastifyInstance,
  db: Db,
  space: UploadSpace,
  media: MediaPreparation | undefined,
): Promise<void> {
  const { store, incoming } = space;
  fileRoutes(app, db, store);

  // In its own scope, because only this call accepts forms with files.
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    serve(scope, contract.uploadFile, async ({ query: { kind }, reader, request }) => {
      const received = await receiveFile(request, kind, incoming);
      try {
        const { upload, isNew } =
          media && (kind === 'video' || kind === 'audio')
            ? await saveMedia({ db, store, ...media }, kind, received, reader.userId)
            : await saveUpload(db, store, kind, received, reader.userId);
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
