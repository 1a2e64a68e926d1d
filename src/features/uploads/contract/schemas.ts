import { z } from 'zod';
import type { UploadKind } from '../shared/upload-kinds.ts';

export const Kind = z.enum(
  ['image', 'video', 'audio', 'captions'] satisfies UploadKind[],
  'Choose image, video, audio or captions',
);

/** An uploaded file; its `url` goes into an item's `imageUrl`, `mediaUrl` or `captionsUrl`. */
export const Upload = z.object({
  id: z.number(),
  url: z.string(),
  kind: Kind,
  contentType: z.string(),
  bytes: z.number(),
  /** In pixels; null for files without pictures, or where reading it would cost too much. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  originalName: z.string(),
  createdAt: z.iso.datetime(),
  uploadedBy: z.number().nullable(),
  /** An item may use a film or sound in any state. It plays when `ready`. */
  status: z.enum(['ready', 'waiting', 'preparing', 'failed', 'canceled']),
  percent: z.number(),
  /** Reason of a failure or of waiting, for people. */
  problem: z.string().nullable(),
});
export type Upload = z.infer<typeof Upload>;
