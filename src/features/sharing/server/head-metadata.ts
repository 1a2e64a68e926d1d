import { siteTitle } from '#features/settings/server/queries.ts';
import type { Db } from '#platform/database/open.ts';
import { requestAddress } from '#platform/http/contract/parse-url.ts';
import { escapeMarkup, toScriptJson } from '#platform/text/markup.ts';
import { shortenAtWord } from '#platform/text/shorten.ts';
import { describeEmbed } from '../contract/calls.ts';
import { itemAt, itemPath } from '../shared/item-address.ts';
import { FEED_PATH } from './paths.ts';
import { PREVIEW, picturePath } from './preview-picture/picture-address.ts';
import { isSharingOn, type PublicItem, publicItem } from './shared-items.ts';
import { structuredData } from './structured-data.ts';

/** Longest description in a preview, in characters. Social networks cut at about this length. */
const MAX_DESCRIPTION = 300;

/**
 * Returns a function that adds tags for link previews, feed readers and search engines to a page's HTML. They
 * contain only what a visitor may see, so they are equal for all readers. While sharing is off there are
 * none.
 */
export const addMetadata =
  (db: Db, publicUrl: () => string) =>
  async (address: string, { status, html }: { status: number; html: string }): Promise<string> => {
    if (status !== 200) return html;
    const metadata = await headMetadata(db, publicUrl(), address);
    // React's hydration skips unknown elements in the head.
    return html.replace('</head>', () => `${metadata}</head>`);
  };

/** Returns the tags at a page's address, as markup for its head. */
export async function headMetadata(db: Db, publicUrl: string, address: string): Promise<string> {
  if (!(await isSharingOn(db))) return '';
  const title = await siteTitle(db);
  const feed = tag('link', {
    rel: 'alternate',
    type: 'application/atom+xml',
    href: publicUrl + FEED_PATH,
    title,
  });
  const { pathname, searchParams } = requestAddress(address);
  const name = itemAt(pathname, searchParams);
  const shared = name && (await publicItem(db, name));
  return shared ? feed + itemTags(shared, publicUrl, title) : feed;
}

function itemTags(shared: PublicItem, publicUrl: string, site: string): string {
  const { kind, item } = shared;
  const url = publicUrl + itemPath(kind, item);
  const property = (name: string, content: string | number) => tag('meta', { property: name, content });
  const embed = `${publicUrl}${describeEmbed.path}?url=${encodeURIComponent(url)}`;
  const preview = kind === 'droplet' ? 'article' : 'website';
  return [
    property('og:type', preview),
    property('og:site_name', site),
    property('og:title', item.title),
    property('og:description', shortened(item.description)),
    property('og:url', url),
    property('og:image', publicUrl + picturePath(shared)),
    property('og:image:type', 'image/png'),
    property('og:image:width', PREVIEW.width),
    property('og:image:height', PREVIEW.height),
    property('og:image:alt', item.imageAlt ?? `The cover of ${item.title}`),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
    tag('link', { rel: 'alternate', type: 'application/json+oembed', href: embed, title: item.title }),
    `<script type="application/ld+json">${toScriptJson(structuredData(shared, publicUrl, site))}</script>`,
  ].join('');
}

const tag = (name: 'meta' | 'link', attributes: Record<string, string | number>) =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escapeMarkup(String(value))}"`)
    .join(' ')}>`;

const shortened = (text: string) => shortenAtWord(text.replace(/\s+/gu, ' ').trim(), MAX_DESCRIPTION);
