import type { LinkState } from '#features/catalogue/server/check/try-link.ts';
import type { Db } from '#platform/database/open.ts';
import { TABLE_OF } from '#platform/database/tables.ts';
import { parseUrl } from '#platform/http/contract/parse-url.ts';
import { instant } from '#platform/text/instants.ts';
import { DAY, WEEK } from '#platform/text/time-units.ts';
import type { BrokenLink } from '../../contract/schemas.ts';
import { LINKING_COLUMNS, linksOf } from './links-of.ts';

/** Consecutive silent checks from which a link is broken. `gone` counts at once. */
const SILENT_CHECKS = 2;
/** Maximum due links to read, to find some at different hosts. */
const MAX_DUE = 200;
/** Maximum broken links on the page; the others follow when these are fixed. */
const MAX_SHOWN = 20;
/** Maximum links to read for the list of hosts that were not requested. */
const MAX_UNASKED = 200;

export interface DueLink {
  id: number;
  url: string;
  failures: number;
}

/** Reads the links that are due longest, at most one per host. */
export async function dueLinks(db: Db, most: number, now = Date.now()): Promise<DueLink[]> {
  const rows = await db
    .selectFrom('content_links')
    .select(['id', 'url', 'failures'])
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .orderBy('id')
    .limit(MAX_DUE)
    .execute();
  const hosts = new Set<string>();
  const chosen = rows.filter(({ url }) => {
    const host = parseUrl(url)?.host ?? '';
    const isNew = !hosts.has(host);
    hosts.add(host);
    return isNew;
  });
  return chosen.slice(0, most);
}

/** Saves a check's outcome. The next check is a week later; after the first two failures, a day later. */
export async function saveCheck(db: Db, link: DueLink, state: LinkState, now = Date.now()): Promise<void> {
  const isBad = state === 'gone' || state === 'silent';
  await db
    .updateTable('content_links')
    .set({
      state,
      failures: isBad ? link.failures + 1 : 0,
      checked_at: now,
      next_check_at: now + (isBad && link.failures < SILENT_CHECKS ? DAY : WEEK),
    })
    .where('id', '=', link.id)
    .execute();
}

/** Postpones links whose check gave no result. */
export async function putOff(db: Db, links: readonly DueLink[], until: number): Promise<void> {
  await db
    .updateTable('content_links')
    .set({ next_check_at: until })
    .where(
      'id',
      'in',
      links.map(({ id }) => id),
    )
    .execute();
}

/** Hosts whose links were not requested: their robots.txt disallows it, or could not be read. */
export interface UnaskedHosts {
  hosts: string[];
  /** Whether there may be more hosts. */
  isMore: boolean;
}

/** Lists hosts whose links have this state. */
export async function hostsOf(db: Db, state: 'kept-out' | 'unsure'): Promise<UnaskedHosts> {
  const rows = await db
    .selectFrom('content_links')
    .select('url')
    .where('state', '=', state)
    .where('dismissed_at', 'is', null)
    .orderBy('id')
    .limit(MAX_UNASKED)
    .execute();
  const hosts = new Set(rows.map(({ url }) => parseUrl(url)?.host ?? url));
  return { hosts: [...hosts], isMore: rows.length === MAX_UNASKED };
}

/** Reads broken links that the content still contains. Omits links that were fixed since the last walk. */
export async function brokenLinks(db: Db, ownHost: string): Promise<BrokenLink[]> {
  const rows = await db
    .selectFrom('content_links')
    .selectAll()
    .where('failures', '>', 0)
    .where('dismissed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'gone'),
        eb.and([eb('state', '=', 'silent'), eb('failures', '>=', SILENT_CHECKS)]),
      ]),
    )
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute();
  const found: BrokenLink[] = [];
  for (const type of ['ocean', 'wave', 'droplet'] as const) {
    const own = rows.filter(({ item_type }) => item_type === type);
    if (own.length === 0) continue;
    const items = await db
      .selectFrom(TABLE_OF[type])
      .select(LINKING_COLUMNS)
      .where(
        'id',
        'in',
        own.map(({ item_id }) => item_id),
      )
      .where('is_published', '=', true as boolean)
      .execute();
    const links = await linksOf(db, items, ownHost);
    for (const { id, url, state, checked_at, item_id } of own)
      if (links.get(item_id)?.includes(url))
        found.push({
          id,
          url,
          state: state as BrokenLink['state'],
          checkedAt: instant(checked_at ?? 0),
          itemType: type,
          itemId: item_id,
          title: items.find((item) => item.id === item_id)?.title ?? '',
        });
  }
  return found;
}
