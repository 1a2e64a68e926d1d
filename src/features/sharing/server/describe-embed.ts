import { siteTitle } from '#features/settings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { HttpError, notFound } from '#platform/http/serve/errors.ts';
import type { Embed } from '../contract/schemas.ts';
import { itemAt } from '../shared/item-address.ts';
import { PREVIEW, picturePath } from './preview-picture/picture-address.ts';
import { publicItem } from './shared-items.ts';

interface EmbedQuery {
  url: string;
  format?: string | undefined;
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}

/** Seconds for which consumers may cache a description. */
const CACHE_AGE = 24 * 60 * 60;

/** Describes a page for oEmbed. Throws 404 for pages without a published item, 501 for XML. */
export async function embedOf(db: Db, publicUrl: string, query: EmbedQuery): Promise<Embed> {
  if ((query.format ?? 'json') !== 'json')
    throw new HttpError('format-not-offered', 'Only format=json is offered.');
  const { origin, pathname, searchParams } = new URL(query.url);
  const name = origin === new URL(publicUrl).origin ? itemAt(pathname, searchParams) : null;
  const shared = name && (await publicItem(db, name));
  if (!shared) throw notFound('No published item has this address');
  const fits =
    (query.maxwidth ?? PREVIEW.width) >= PREVIEW.width &&
    (query.maxheight ?? PREVIEW.height) >= PREVIEW.height;
  return {
    version: '1.0',
    type: 'link',
    title: shared.item.title,
    provider_name: await siteTitle(db),
    provider_url: publicUrl,
    cache_age: CACHE_AGE,
    ...(fits
      ? {
          thumbnail_url: publicUrl + picturePath(shared),
          thumbnail_width: PREVIEW.width,
          thumbnail_height: PREVIEW.height,
        }
      : {}),
  };
}
