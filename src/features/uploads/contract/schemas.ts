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
  /** In pixels; null where it has none, or where the file does not tell cheaply. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  originalName: z.string(),
  createdAt: z.iso.datetime(),
  uploadedBy: z.number().nullable(),
  /** Films and sounds can be used at once, and play when they are `ready`. */
  status: z.enum(['ready', 'waiting', 'preparing', 'failed', 'canceled']),
  percent: z.number(),
  /** For people: why it failed, or waits. */
  problem: z.string().nullable(),
});
export type Upload = z.infer<typeof Upload>;
