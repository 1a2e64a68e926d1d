import { z } from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import * as calls from './resumable-calls.ts';
import { Kind, Upload } from './schemas.ts';

const params = z.object({ token: z.string().regex(/^[0-9a-f]{32}$/) });

/** A file that arrives in parts, or became an upload within the last day. */
export const Resumable = z.object({
  token: z.string(),
  kind: Kind,
  /** Name and time of the last change, in epoch milliseconds, as the browser gave them. */
  name: z.string(),
  modified: z.number().nullable(),
  bytes: z.number(),
  received: z.number(),
  expiresAt: z.iso.datetime(),
  /** The upload made from the file. */
  upload: Upload.nullable(),
});
export type Resumable = z.infer<typeof Resumable>;

export const createResumable = endpoint(calls.createResumable, {
  summary:
    'Begin an upload that can go on after an interruption, by the protocol tus 1.0 (creation, expiration, ' +
    'termination). `Upload-Length` is its size, `Upload-Metadata` has `filename` and `modified`. The ' +
    '`Location` header is its address. The limits are those of POST /api/uploads; it expires after a day ' +
    'without a part',
  query: z.object({ kind: Kind }),
  answers: { 201: null },
});

export const getResumableOffset = endpoint(calls.getResumableOffset, {
  summary: 'Ask how much of an upload has arrived: `Upload-Offset`',
  params,
  answers: { 200: null },
});

export const appendToResumable = endpoint(calls.appendToResumable, {
  summary: 'Send the next part, from `Upload-Offset` on. What arrives of it is kept',
  params,
  answers: { 204: null },
});

export const cancelResumable = endpoint(calls.cancelResumable, {
  summary: 'Cancel an upload, and delete what has arrived',
  params,
  answers: { 204: null },
});

export const finishResumable = endpoint(calls.finishResumable, {
  summary:
    'Check and store a file whose parts have all arrived. A second call answers with the same upload, as ' +
    'does one for a file that is there already, with 200',
  params,
  answers: { 201: Upload, 200: Upload },
});

/** A part that a browser sends directly to the store, with `PUT` and no header but `Content-Type`. */
const DirectPart = z.object({
  name: z.string(),
  /** Signed address. It is valid for an hour, for exactly these bytes of the file. */
  address: z.url(),
  contentType: z.string(),
  offset: z.number(),
  bytes: z.number(),
});
export type DirectPart = z.infer<typeof DirectPart>;
/** Null: all parts have arrived. */
const NextDirectPart = z.object({ part: DirectPart.nullable() });

export const nextDirectPart = endpoint(calls.nextDirectPart, {
  summary:
    'Get an address at which a browser stores the next part of an upload in the object store. Where the ' +
    'answers of POST /api/resumable-uploads and HEAD lack the header `X-Direct-Parts: 1`, it is 404',
  params,
  answers: { 200: NextDirectPart },
});

export const reportDirectPart = endpoint(calls.reportDirectPart, {
  summary:
    'Report a part that was sent to the object store, with the `status` of its response, 0 without one. ' +
    'The store is asked for the part: 409 if it is not there. Otherwise the answer has the next part',
  params: params.extend({ name: z.string().regex(/^[0-9a-f]{32}\.part$/) }),
  body: z.object({ status: z.int().min(0).max(999) }),
  answers: { 200: NextDirectPart },
});

export const listResumables = endpoint(calls.listResumables, {
  summary: 'One’s own uploads that are unfinished, or were finished within the last day, the newest first',
  answers: { 200: z.array(Resumable) },
});
