import { z } from 'zod';
import { ItemType } from '#features/catalogue/contract/kinds.ts';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { PathId } from '#platform/http/contract/fields.ts';
import * as calls from './calls.ts';
import { Embed, SharedItem } from './schemas.ts';

export const getSharedItem = endpoint(calls.getSharedItem, {
  summary: 'What a shared link shows of a published item. 404 too while the owner has sharing off',
  params: z.object({ kind: ItemType, id: PathId }),
  answers: { 200: SharedItem },
});

const MostPixels = z.coerce.number('Use a number of pixels').int().min(1).optional();

export const describeEmbed = endpoint(calls.describeEmbed, {
  summary: 'oEmbed (oembed.com) for the page of a published item, as JSON',
  query: z.object({
    url: z.url('Use the address of a page'),
    format: z.string().max(20).optional(),
    maxwidth: MostPixels,
    maxheight: MostPixels,
  }),
  answers: { 200: Embed },
});
