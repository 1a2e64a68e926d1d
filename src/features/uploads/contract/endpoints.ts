import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById, PartSize, QueryId } from '#platform/http/contract/fields.ts';
import * as calls from './calls.ts';
import { SavedCaptions, WrittenCaptions } from './captions-schemas.ts';
import { Kind, Upload } from './schemas.ts';

export const uploadFile = endpoint(calls.uploadFile, {
  summary:
    'Upload one file (field `file`). Its content decides its type: images up to 20 MB, video 2 GB, ' +
    'audio 500 MB, captions 1 MB. 200 when the same file is there already',
  query: z.object({ kind: Kind }),
  // The handler reads the form as a stream. This schema only describes it.
  body: z.object({ file: z.unknown().meta({ type: 'string', format: 'binary' }) }).partial(),
  answers: { 201: Upload, 200: Upload },
});

export const listUploads = endpoint(calls.listUploads, {
  summary:
    'What was uploaded, the newest first. `name`: the one with this file name; `unfinished`: films and ' +
    'sounds that are not ready. Where there is more, the `X-Next-Cursor` header carries the `cursor` of ' +
    'the next part',
  query: z.object({
    kind: Kind.optional(),
    name: z.string().max(100).optional(),
    unfinished: z.enum(['true', 'false']).optional(),
    limit: PartSize(200).default(50),
    cursor: QueryId.optional(),
  }),
  answers: { 200: z.array(Upload) },
});

export const cancelUpload = endpoint(calls.cancelUpload, {
  summary: 'Stop preparing a film or a sound. One that is ready stays',
  params: ById,
  answers: { 200: Upload },
});

export const retryUpload = endpoint(calls.retryUpload, {
  summary: 'Prepare a film or a sound again, after a failure or a cancel. Originals are kept for 30 days',
  params: ById,
  answers: { 200: Upload },
});

/** Body limit: the longest allowed captions, as JSON. */
const CAPTIONS_BYTES = 4 * 1024 * 1024;

export const saveCaptions = endpoint(calls.saveCaptions, {
  summary:
    'Write captions: they become a WebVTT file, which is set on the item. `language` null: ' +
    '`captionsUrl`; else one of `furtherCaptions`. 409 with `current` if the item has changed ' +
    'since `expectedVersion`',
  body: WrittenCaptions,
  bodyLimit: CAPTIONS_BYTES,
  answers: { 200: SavedCaptions },
});
