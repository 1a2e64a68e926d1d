import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/* The rules of docs/architecture.md about who may import what, held against every file under src. */

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Edges between features, beyond contracts, which are free. Our coupling in plain sight: `importer →
 * imported`.
 */
const ALLOWED_EDGES = new Set([
  // A redeemed link signs in the account that bears the address.
  'signups/server → accounts/server',
  // An address that is erased pays no more, and leaves its payments without a name.
  'signups/server → subscriptions/server',
  // Hearts stand on every card, page and in the viewer.
  'catalogue/web → favorites/web',
  // Pages and the viewer have a button that shares the item.
  'catalogue/web → sharing/web',
  // A shared link shows the item's cover above the form.
  'sharing/web → catalogue/web',
  'sharing/web → signups/web',
  // The owner can turn sharing off.
  'sharing/web → settings/web',
  'sharing/server → settings/server',
  // Previews obey the catalogue's visibility and show its pictures.
  'sharing/server → catalogue/server',
  'sharing/server → uploads/server',
  // A lesson that does not come any more asks who reads.
  'catalogue/web → accounts/web',
  // Locked content leads to the subscription.
  'catalogue/web → subscriptions/web',
  // An account claims and ends subscriptions: as an extension, which build-app.ts passes to accounts.
  'subscriptions/server → accounts/server',
  // Openings, shares, searches in vain and the reach of readers are counted.
  'catalogue/web → analytics/web',
  'progress/web → analytics/web',
  'sharing/web → analytics/web',
  // Granted access waits for an account with the address, and is in the download of one's own data.
  'grants/server → accounts/server',
  // Progress is shown on cards and recorded by the player.
  'catalogue/web → progress/web',
  // Progress is in the download of one's own data.
  'progress/server → accounts/server',
  // The signed-in user decides where progress is stored.
  'progress/web → accounts/web',
  // Letters are in the download of one's own data, and a mailed link confirms them.
  'letter/server → accounts/server',
  // The signed-in user decides how the letter is asked for, and its choice is a section of the account.
  'letter/web → accounts/web',
  // A confirmed letter is a sign-up: a revoked address gets none.
  'letter/server → signups/server',
  // A letter has a droplet that its reader may open, with the preview's picture.
  'letter/server → catalogue/server',
  'letter/server → sharing/server',
  // The owner's line, and whether letters are sent.
  'letter/server → settings/server',
  'letter/web → settings/web',
  // A person is an account with its sessions, its payments, and what was changed about it.
  'people/server → accounts/server',
  'people/server → subscriptions/server',
  'people/server → audit-log/server',
  'people/server → grants/server',
  // The mail about an ended payment knows access that was given.
  'subscriptions/server → grants/server',
  // A redeemed code is a grant; its mail has the owner's text.
  'gifts/server → grants/server',
  'gifts/server → settings/server',
  'gifts/server → audit-log/server',
  // Redeeming needs an account, and changes what it may open.
  'gifts/web → accounts/web',
  // Imported members get grants for their plans, and mails with the owner's texts.
  'member-import/server → grants/server',
  'member-import/server → settings/server',
  'member-import/server → audit-log/server',
  // A person who is erased leaves an import that waits, too.
  'member-import/server → accounts/server',
  // An administrator revokes their address, and sends them a link.
  'people/server → signups/server',
  // The health page tells what only an administrator can solve, and whether links of the content answer.
  'health/server → warnings/server',
  'health/server → subscriptions/server',
  'health/server → catalogue/server',
  // The owner sets when a backup is late, and turns the check of links off; a link that may stay is noted.
  'health/server → settings/server',
  'health/server → audit-log/server',
  // Administrators are written to, with the site's name, about problems and about the week.
  'health/server → accounts/server',
  'analytics/server → accounts/server',
  'analytics/server → settings/server',
  // A preview link shows an item with its media, and making one is in the audit log.
  'preview/server → catalogue/server',
  'preview/server → audit-log/server',
  // Progress obeys the catalogue's visibility.
  'progress/server → catalogue/server',
  // Comfort is part of an account and follows it to another browser at a sign-in.
  'comfort/server → accounts/server',
  // The panel gives the player its default of captions.
  'comfort/web → catalogue/web',
  // The search knows the owner's synonyms.
  'catalogue/server → settings/server',
  // Favorites are in the download of one's own data.
  'favorites/server → accounts/server',
  // Waves and favorites are kept for use without a connection.
  'catalogue/web → offline/web',
  // Kept items belong to a reader, and are listed on the account page.
  'offline/web → accounts/web',
  // A payment changes the signed-in user.
  'subscriptions/web → accounts/web',
  // The site's name and texts are settings.
  'admin/web → settings/web',
  'accounts/web → settings/web',
  'catalogue/web → settings/web',
  'favorites/web → settings/web',
  'signups/web → settings/web',
  'subscriptions/web → settings/web',
  // The signed-in user decides what a click does.
  'admin/web → accounts/web',
  'favorites/web → accounts/web',
  'signups/web → accounts/web',
  // Instant access offers the catalogue's first lesson.
  'signups/web → catalogue/web',
  // A favorite obeys the catalogue's visibility.
  'favorites/server → catalogue/server',
  // The content pages show the catalogue's own covers and videos.
  'admin/web → catalogue/web',
  // A subscription's states have the same names for the administrator as for the payer.
  'admin/web → subscriptions/web',
  // Files are uploaded from its forms.
  'admin/web → uploads/web',
  // The page that stops the weekly summary is like that of the weekly letter.
  'admin/web → letter/web',
  // A file is served to whoever may open an item that refers to it.
  'uploads/server → catalogue/server',
  // Mails and the provider's pages carry the site's name.
  'accounts/server → settings/server',
  'signups/server → settings/server',
  'subscriptions/server → settings/server',
  // The author of a change is stored with it.
  'catalogue/server → audit-log/server',
  'signups/server → audit-log/server',
  'accounts/server → audit-log/server',
  'settings/server → audit-log/server',
  'subscriptions/server → audit-log/server',
  'trash/server → audit-log/server',
  // Deleted items go into the trash and come back from it; build-app.ts passes the way back to its routes.
  'catalogue/server → trash/server',
  // The history is read from the audit log, and restores items and settings as any change does.
  'history/server → audit-log/server',
  'history/server → catalogue/server',
  'history/server → settings/server',
  // Forgotten progress is deleted from the trash too.
  'progress/server → trash/server',
]);

/** Pairs of features that import each other, contracts aside. Every other pair has one direction. */
const MUTUAL_PAIRS = new Set([
  // Web: cards carry hearts. Server: the list of favorites obeys the catalogue's visibility.
  'catalogue ⇄ favorites',
  // Web: cards carry dots and the player reports. Server: progress obeys the catalogue's visibility.
  'catalogue ⇄ progress',
  // Web: items have a share button, a shared link a cover. Server: previews obey the visibility.
  'catalogue ⇄ sharing',
]);

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => `src/${name.replaceAll('\\', '/')}`);

const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(ROOT, from), 'utf8');
  const statements = text.matchAll(
    /^(?:import|export)\s(type\s)?[^;]*?from\s+'([^']+)'|import\('([^']+)'\)/gm,
  );
  return [...statements].flatMap(([, type, fixed, dynamic]) => {
    const specifier = fixed ?? dynamic ?? '';
    const to = specifier.startsWith('#')
      ? `src/${specifier.slice(1)}`
      : specifier.startsWith('.')
        ? relative(ROOT, resolve(ROOT, dirname(from), specifier)).replaceAll('\\', '/')
        : undefined;
    return to ? [{ from, to, typeOnly: type !== undefined }] : [];
  });
});

/** `src/features/catalogue/web/x.tsx` → room `features`, feature `catalogue`, half `web`. */
function folderOf(file: string) {
  const [, room, feature, half] = file.split('/');
  return { room, feature, half: half?.includes('.') ? half.replace(/\.\w+$/, '') : half };
}

const isWeb = (file: string) =>
  /\/web\/|platform\/design\/|\.tsx$/.test(file) ||
  /app\/(composed-pages|late|offline|shell|static-pages)\//.test(file) ||
  /app\/(admin-page-modules|pages|query-client)\.ts$/.test(file);
const isShared = (file: string) =>
  /(platform\/http|features\/[\w-]+)\/contract\/|features\/[\w-]+\/shared\/|platform\/text\//.test(file) &&
  !/\/(web|server)\//.test(file);

/** The half of a contract that is plain data. */
const isCalls = (file: string) =>
  /features\/[\w-]+\/contract\/([\w-]+-)?calls\.ts$/.test(file) ||
  /platform\/http\/contract\/(call|headers|parse-(json|url))\.ts$/.test(file);

const broken = (rule: (edge: Import) => boolean) =>
  imports.filter(rule).map(({ from, to }) => `${from} imports ${to}`);

test('there is something to check', () => {
  expect(files.length).toBeGreaterThan(40);
  expect(imports.length).toBeGreaterThan(100);
});

test('app composes, features do, platform serves and knows no feature', () => {
  const rank: Record<string, number> = { app: 2, features: 1, platform: 0 };
  expect(
    broken(({ from, to }) => (rank[folderOf(from).room ?? ''] ?? 9) < (rank[folderOf(to).room ?? ''] ?? 9)),
  ).toEqual([]);
});

test('server and web never import each other', () => {
  expect(broken(({ from, to }) => !isShared(from) && !isShared(to) && isWeb(from) !== isWeb(to))).toEqual([]);
});

const isContract = (file: string) => /\/contract\//.test(file);

test('a contract imports contracts, shared rules and endpoint declarations only', () => {
  expect(broken(({ from, to }) => isContract(from) && !isShared(to))).toEqual([]);
});

test('calls know no schema: the browser imports them as values', () => {
  expect(broken(({ from, to, typeOnly }) => isCalls(from) && !typeOnly && !isCalls(to))).toEqual([]);
});

test('schemas stay out of the browser: web code imports only calls as values, forms aside', () => {
  const forms = /-form\.tsx$|form-schema\.ts$/;
  expect(
    broken(
      ({ from, to, typeOnly }) =>
        isWeb(from) && isContract(to) && !isCalls(to) && !typeOnly && !forms.test(from),
    ),
  ).toEqual([]);
});

test('web code spells no path of the API: it comes from a call, and so does a query key', () => {
  // The service worker is one file of its own, in which nothing is shared with pages.
  const web = files.filter((file) => isWeb(file) && !file.endsWith('/service-worker.ts'));
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm, '');
  expect(
    web.filter((file) => /\/api\\?\//.test(withoutComments(readFileSync(join(ROOT, file), 'utf8')))),
  ).toEqual([]);
});

test('forms take their resolver from the module that keeps zod from probing for eval', () => {
  const direct = files.filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('@hookform/resolvers'),
  );
  expect(direct).toEqual(['src/platform/design/form/zod-resolver.ts']);
});

/** Imports from one feature into another, contracts and shared rules aside. */
const crossings = imports
  .map(({ from, to }) => ({ a: folderOf(from), b: folderOf(to), to }))
  .filter(
    ({ a, b, to }) =>
      a.room === 'features' && b.room === 'features' && a.feature !== b.feature && !isShared(to),
  );

test('every edge between features is on the list, and every edge on the list is used', () => {
  const edges = new Set(crossings.map(({ a, b }) => `${a.feature}/${a.half} → ${b.feature}/${b.half}`));
  expect([...edges].filter((edge) => !ALLOWED_EDGES.has(edge))).toEqual([]);
  expect([...ALLOWED_EDGES].filter((edge) => !edges.has(edge))).toEqual([]);
});

test('two features import each other only where the list gives a reason', () => {
  const edges = new Set(crossings.map(({ a, b }) => `${a.feature} ⇄ ${b.feature}`));
  const mutual = [...edges].filter((edge) => edges.has(edge.split(' ⇄ ').reverse().join(' ⇄ ')));
  const pairs = new Set(mutual.map((edge) => edge.split(' ⇄ ').sort().join(' ⇄ ')));
  expect([...pairs].sort()).toEqual([...MUTUAL_PAIRS].sort());
});

test('nothing is named utils, helpers or index', () => {
  expect(files.filter((file) => /\/(utils?|helpers?|misc|index)(\/|\.tsx?$)/.test(file))).toEqual([]);
});
