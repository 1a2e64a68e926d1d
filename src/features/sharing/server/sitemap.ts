import { sql } from 'kysely';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import { instant } from '#platform/text/instants.ts';
import { escapeMarkup } from '#platform/text/markup.ts';
import { itemPath, type SharedKind } from '../shared/item-address.ts';
import { FROM_VISIBLE } from './shared-items.ts';

/**
 * Ids per part. A part therefore stays under the protocol's limit of 50,000 addresses (sitemaps.org), and a
 * new item changes no other part.
 */
const IDS_PER_PART = 10_000;

/** Pages for search engines besides the items. Other pages are about the reader. */
const PAGES = ['/', '/about', '/contact', '/terms-privacy'];

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Lists the parts that have addresses, because an empty part would be invalid. */
export async function sitemapIndex(db: Db, publicUrl: string): Promise<string> {
  const parts = ['pages'];
  for (const kind of ['ocean', 'wave', 'droplet'] as const) {
    const part = sql`(${sql.ref(`${TABLE_OF[kind]}.id`)} - 1) / ${sql.lit(IDS_PER_PART)} + 1`;
    const { rows } = await sql<{ part: number }>`
      select distinct ${part} as part ${FROM_VISIBLE[kind]} order by part`.execute(db);
    parts.push(...rows.map((row) => `${kind}s-${row.part}`));
  }
  const entries = parts.map((part) => `<sitemap><loc>${publicUrl}/sitemap-${part}.xml</loc></sitemap>`);
  return document('sitemapindex', entries);
}

/** Returns one part by its name, such as `droplets-1`; null when it has no address. */
export async function sitemapPart(db: Db, publicUrl: string, name: string): Promise<string | null> {
  if (name === 'pages')
    return document(
      'urlset',
      PAGES.map((path) => entry(publicUrl + path)),
    );
  const [, level, number] = /^(ocean|wave|droplet)s-([1-9]\d{0,8})$/.exec(name) ?? [];
  if (level === undefined) return null;
  const kind = level as SharedKind;
  const column = (name: string) => sql.ref(`${TABLE_OF[kind]}.${name}`);
  const last = Number(number) * IDS_PER_PART;
  const { rows } = await sql<{ id: number; slug: string; updated_at: number }>`
    select ${column('id')}, ${column('slug')}, ${column('updated_at')} ${FROM_VISIBLE[kind]}
    and ${column('id')} > ${last - IDS_PER_PART} and ${column('id')} <= ${last}
    order by ${column('id')}`.execute(db);
  if (rows.length === 0) return null;
  const entries = rows.map((row) => entry(publicUrl + itemPath(kind, row), row.updated_at));
  return document('urlset', entries);
}

function entry(address: string, changedAt?: number): string {
  const changed = changedAt === undefined ? '' : `<lastmod>${instant(changedAt)}</lastmod>`;
  return `<url><loc>${escapeMarkup(address)}</loc>${changed}</url>`;
}

const document = (element: 'sitemapindex' | 'urlset', entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${element} ${NAMESPACE}>\n${entries.join('\n')}\n</${element}>\n`;
