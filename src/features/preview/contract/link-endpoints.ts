import { z } from 'zod';
import { ItemParams } from '#features/catalogue/contract/schedule-endpoints.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { ById, text } from '#platform/http/contract/fields.ts';
import { HOUR } from '#platform/text/time-units.ts';
import * as calls from './link-calls.ts';

/** A link that shows a draft, without its secret, because only the secret's hash is stored. */
export const PreviewLink = z.object({
  id: z.number(),
  /** Visible to administrators only. */
  forWhom: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  expiresAt: z.iso.datetime(),
  /** Number of openings. */
  opened: z.number(),
  lastOpenedAt: z.iso.datetime().nullable(),
});
export type PreviewLink = z.infer<typeof PreviewLink>;

export const listPreviewLinks = endpoint(calls.listPreviewLinks, {
  summary: 'The preview links of an item that still work, the newest first',
  params: ItemParams,
  answers: { 200: z.array(PreviewLink) },
});

export const createPreviewLink = endpoint(calls.createPreviewLink, {
  summary:
    'Make a link that shows an item and everything below it, drafts too, to people without an account, ' +
    'until the item is public: then it leads to the page that everybody sees. ' +
    'Its address is answered once',
  params: ItemParams,
  body: z.object({
    forWhom: text(calls.MAX_FOR_WHOM).default(''),
    days: z.literal(calls.PREVIEW_DAYS, 'Choose 1, 7 or 30 days'),
  }),
  limits: [{ name: 'preview-links', max: 60, window: HOUR, by: ['account'] }],
  answers: { 201: z.object({ link: PreviewLink, url: z.string() }) },
});

export const revokePreviewLink = endpoint(calls.revokePreviewLink, {
  summary: 'End a preview link at once',
  params: ById,
  answers: { 204: null },
});
