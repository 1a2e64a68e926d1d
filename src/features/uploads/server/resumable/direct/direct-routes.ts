import type { FastifyInstance } from 'fastify';
import { serve } from '#platform/http/serve/serve.ts';
import * as contract from '../../../contract/resumable-endpoints.ts';
import { explainStore, type UploadSetup } from '../../store-received.ts';
import { completeStored, type DirectUpload, nextPart } from './direct-parts.ts';

/** Serves the calls for parts that browsers send directly to the store. */
export function directRoutes(app: FastifyInstance, { db, space }: UploadSetup): void {
  const uploadOf = (token: string, { userId }: { userId: number }): DirectUpload => ({
    db,
    store: space.store,
    token,
    userId,
  });
  serve(app, contract.nextDirectPart, async ({ params: { token }, reader }) => ({
    part: await nextPart(uploadOf(token, reader)),
  }));
  serve(app, contract.reportDirectPart, async ({ params: { token, name }, body, reader, request }) => {
    const upload = uploadOf(token, reader);
    try {
      await completeStored(upload, request.log, name, body.status);
    } catch (error) {
      throw explainStore(error, request.log);
    }
    return { part: await nextPart(upload) };
  });
}
