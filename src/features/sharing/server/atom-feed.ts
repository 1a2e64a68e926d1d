import { sql } from 'kysely';
import { settingByKey, siteTitle } from '#features/settings/server/queries.ts';
import { SETTING_DEFAULTS } from '#features/settings/shared/setting-defaults.ts';
import type { Db } from '#platform/database/open.ts';
import { instant } from '#platform/text/instants.ts';
import { escapeMarkup } from '#platform/text/markup.ts';
import { itemPath } from '../shared/item-address.ts';
import { FEED_PATH } from './paths.ts';
import { FROM_VISIBLE, publishedAt } from './shared-items.ts';

/** Maximum droplets in the feed. Enough that programs which poll regularly miss none. */
const ENTRIES = 50;

interface Row {
  id: number;
  slug: string;
  title: string;
  description: string;
  public_since: number;
  updated_at: number;
}

/**
 * Renders the feed of the newest droplets (RFC 4287). A locked droplet shows the same fields as in public
 * lists.
 */
export async function atomFeed(db: Db, publicUrl: string): Promise<string> {
  const title = await siteTitle(db);
  const subtitle =
    (await settingByKey(db, 'site.description'))?.value ?? SETTING_DEFAULTS['site.description'];
  const { rows } = await sql<Row>`
    select droplets.id, droplets.slug, droplets.title, droplets.description, droplets.updated_at,
      ${publishedAt(db, 'droplet')} as public_since
    ${FROM_VISIBLE.droplet} order by public_since desc, droplets.id desc limit ${ENTRIES}`.execute(db);
  const updatedAt = Math.max(0, ...rows.map(lastChange));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${escapeMarkup(`${publicUrl}/`)}</id>`,
    element('title', title),
    element('subtitle', subtitle),
    `<updated>${instant(updatedAt)}</updated>`,
    `<author>${element('name', title)}</author>`,
    link('self', publicUrl + FEED_PATH, 'application/atom+xml'),
    link('alternate', `${publicUrl}/`, 'text/html'),
    ...rows.map((row) => entry(row, publicUrl)),
    '</feed>\n',
  ].join('\n');
}

function entry(row: Row, publicUrl: string): string {
  return [
    '<entry>',
    // Without the slug, which may change: readers treat a new id as a new entry.
    `<id>${escapeMarkup(`${publicUrl}/droplets/${row.id}`)}</id>`,
    element('title', row.title),
    element('summary', row.description),
    `<published>${instant(row.public_since)}</published>`,
    `<updated>${instant(lastChange(row))}</updated>`,
    link('alternate', publicUrl + itemPath('droplet', row), 'text/html'),
    '</entry>',
  ].join('');
}

/** Returns the last change for readers. The later publication of a droplet's wave counts as one. */
const lastChange = (row: Row) => Math.max(row.updated_at, row.public_since);

const element = (name: string, text: string) => `<${name}>${escapeMarkup(text)}</${name}>`;

const link = (relation: string, address: string, type: string) =>
  `<link rel="${relation}" type="${type}" href="${escapeMarkup(address)}"/>`;
