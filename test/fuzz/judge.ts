import { staffRole } from '#features/accounts/server/session/roles.ts';
import type { Sent } from './requests.ts';
import { type Browser, MARKER, type World } from './world.ts';

/* Rules for every response, regardless of the request. */

export interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Texts that reveal the program's internals. */
const INSIDE = [
  /node_modules/,
  /\.(?:ts|js|mjs):\d+:\d+/,
  /SQLITE_[A-Z]+/,
  /\bselect\b.{1,200}\bfrom "/i,
  /\$argon2/,
  /duplicate key value/,
  /\bpg_[a-z_]+\b/,
];

/** Returns the violations in a response. */
export async function judge(
  world: World,
  browser: Browser,
  sent: Sent,
  { status, headers, text }: Received,
): Promise<string[]> {
  const found: string[] = [];
  // oEmbed (oembed.com, section 2.3.4) prescribes 501 for a format that is not offered.
  const isPrescribed = status === 501 && text.includes('"format-not-offered"');
  if (status >= 500 && !isPrescribed) found.push(`status ${status}`);
  // `/api/docs` describes the program, and an administrator's export contains texts of other users.
  if (sent.path !== '/api/docs')
    for (const pattern of INSIDE) if (pattern.test(text)) found.push(`shows its inside: ${pattern}`);
  const all = `${text}\n${JSON.stringify(headers)}`;
  if (world.secrets.some((secret) => all.includes(secret))) found.push('shows a secret');
  if (headers['x-content-type-options'] !== 'nosniff') found.push('has no nosniff');
  const isBuilt = /^\/assets\//.test(sent.path) && status < 400;
  if (!isBuilt && !String(headers['content-security-policy']).includes('frame-ancestors'))
    found.push('may be framed');
  const type = String(headers['content-type'] ?? '');
  if (text !== '' && /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg)/.test(type))
    if (!/charset=utf-8/i.test(type)) found.push(`names no charset: ${type}`);
  if (/[\r\n]/.test(String(headers['set-cookie'] ?? ''))) found.push('has a split header');
  if (browser.own && text.includes(browser.own) && browser.userId !== null)
    if (!/no-store/.test(String(headers['cache-control']))) found.push('lets personal data be stored');
  for (const mark of new Set(all.match(MARKER) ?? []))
    if (await isLeak(world, browser, mark)) found.push(`shows ${mark}`);
  return found;
}

/** Lists the kinds of markers in a response. */
export const markersIn = ({ text }: Pick<Received, 'text'>): Set<string> =>
  new Set((text.match(MARKER) ?? []).map((mark) => mark.charAt(2)));

async function isLeak(world: World, browser: Browser, mark: string): Promise<boolean> {
  if (browser.name === 'admin') return false;
  const kind = mark[2];
  if (browser.name === 'editor' && (kind === 'l' || kind === 'd')) return false;
  if (kind === 'p') return true;
  if (kind === 'c')
    return mark !== browser.own && !(browser.name === 'editor' && (await isStaff(world, mark)));
  if (kind === 'l' && (await isSubscriber(world, browser))) return false;
  return !(await isOpen(world, mark));
}

/** Tells whether a name is an administrator's or editor's. Editors see who changed the content. */
async function isStaff({ api }: World, name: string): Promise<boolean> {
  const user = await api.database.db
    .selectFrom('users')
    .select(['role', 'editor_since'])
    .where('username', '=', name)
    .executeTakeFirst();
  return user !== undefined && staffRole(user) !== null;
}

async function isSubscriber({ api }: World, { name, userId }: Browser): Promise<boolean> {
  if (name === 'subscriber') return true;
  if (userId === null) return false;
  const user = await api.database.db
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.role === 'subscriber';
}

/**
 * Tells whether an item with the marker is open now: the administrator's random requests publish drafts and
 * make premium items free.
 */
async function isOpen({ api, marked }: World, mark: string): Promise<boolean> {
  const first = marked.get(mark);
  for (const table of ['oceans', 'waves', 'droplets'] as const) {
    const rows = await api.database.db
      .selectFrom(table)
      .selectAll()
      .where((eb) =>
        eb.or([
          eb('id', '=', first?.table === table ? first.id : -1),
          ...(['title', 'slug', 'media_url', 'additional_resources', 'keywords'] as const).map((column) =>
            eb(column, 'like', `%${mark}%`),
          ),
        ]),
      )
      .execute();
    const isFree = (row: (typeof rows)[number]) =>
      row.access_type === 'free' || ('is_sample' in row && Boolean(row.is_sample));
    if (rows.some((row) => Boolean(row.is_published) && (mark[2] === 'd' || isFree(row)))) return true;
  }
  return false;
}
