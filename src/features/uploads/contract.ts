import { z } from 'zod';
import { endpoint } from '../../platform/http/endpoint.ts';

const Kind = z.enum(['image', 'video', 'audio', 'captions'], 'Choose image, video, audio or captions');

/** What was uploaded; `url` is what goes into an item's `imageUrl`, `mediaUrl` or `captionsUrl`. */
export const Upload = z.object({
  id: z.number(),
  url: z.string(),
  kind: Kind,
  contentType: z.string(),
  bytes: z.number(),
  /** In pixels; null where it has none, or where the file does not tell cheaply. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  originalName: z.string(),
  createdAt: z.iso.datetime(),
  uploadedBy: z.number().nullable(),
});
export type Upload = z.infer<typeof Upload>;

export const uploadFile = endpoint({
  method: 'POST',
  path: '/api/uploads',
  summary:
    'Upload one file (field `file`). Its type is judged by its content: pictures up to 20 MB, video 2 GB, audio 500 MB, captions 1 MB. 200 when the same file is there already',
  access: 'admin',
  query: z.object({ kind: Kind }),
  takes: 'multipart/form-data',
  // Read as a stream by the handler: this is its description.
  body: z.object({ file: z.unknown().meta({ type: 'string', format: 'binary' }) }).partial(),
  answers: { 201: Upload, 200: Upload },
});

export const listUploads = endpoint({
  method: 'GET',
  path: '/api/uploads',
  summary:
    'What was uploaded, the newest first. Where there is more, the `X-Next-Cursor` header carries the `cursor` of the next part',
  access: 'admin',
  query: z.object({
    kind: Kind.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answers: { 200: z.array(Upload) },
});
