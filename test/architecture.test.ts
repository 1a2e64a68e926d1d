import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/* Import rules of docs/architecture.md, checked for every file under src. */

const ROOT = resolve(import.meta.dirname, '..');

/** Allowed imports between features, written `importer → imported`. Contracts may be imported everywhere. */
const ALLOWED_EDGES = new Set([
  // A redeemed link signs in the account with that address.
  'signups/server → accounts/server',
  // Erasing an address cancels its subscription and removes the name from its payments.
  'signups/server → subscriptions/server',
  // Cards, pages and the viewer have a heart.
  'catalogue/web → favorites/web',
  // Pages and the viewer have a Share button.
  'catalogue/web → sharing/web',
  // A shared link's page shows the item's cover above the form.
  'sharing/web → catalogue/web',
  'sharing/web → signups/web',
  // The owner can turn sharing off.
  'sharing/web → settings/web',
  'sharing/server → settings/server',
  // Previews obey the catalogue's visibility and show its pictures.
  'sharing/server → catalogue/server',
  'sharing/server → uploads/server',
  // When the server refuses a lesson, the viewer checks whether the session has ended.
  'catalogue/web → accounts/web',
  // Locked content shows a link to the subscription page.
  'catalogue/web → subscriptions/web',
  // The subscription part of accounts is an extension that build-app.ts passes to accounts.
  'subscriptions/server → accounts/server',
  // The web code counts openings, shares, searches without a result, and active readers.
  'catalogue/web → analytics/web',
  'progress/web → analytics/web',
  'sharing/web → analytics/web',
  // A grant becomes effective with a matching account, and the export of personal data lists it.
  'grants/server → accounts/server',
  // Cards show progress, and the player reports it.
  'catalogue/web → progress/web',
  // The export of personal data contains progress.
  'progress/server → accounts/server',
  // The signed-in user determines where progress is stored.
  'progress/web → accounts/web',
  // The export of personal data contains letters, and a mailed link confirms a letter.
  'letter/server → accounts/server',
  // The signed-in user determines the letter's form, and the account page has a section for the letter.
  'letter/web → accounts/web',
  // A confirmed letter is a sign-up, and revoked addresses get no letter.
  'letter/server → signups/server',
  // A letter shows a droplet that its reader may open, with the preview's picture.
  'letter/server → catalogue/server',
  'letter/server → sharing/server',
  // Settings hold the owner's line, and the switch for letters.
  'letter/server → settings/server',
  'letter/web → settings/web',
  // A person's page shows account, sessions, payments and changes.
  'people/server → accounts/server',
  'people/server → subscriptions/server',
  'people/server → audit-log/server',
  'people/server → grants/server',
  // The mail about an ended payment mentions granted access.
  'subscriptions/server → grants/server',
  // Redeeming a code creates a grant. The owner writes the text of its mail.
  'gifts/server → grants/server',
  'gifts/server → settings/server',
  'gifts/server → audit-log/server',
  // Redeeming needs an account, and changes its access.
  'gifts/web → accounts/web',
  // Imported members get grants for their plans, and mails with the owner's texts.
  'member-import/server → grants/server',
  'member-import/server → settings/server',
  'member-import/server → audit-log/server',
  // Erasing a person also removes them from a waiting import.
  'member-import/server → accounts/server',
  // An administrator revokes a person's address, or sends them a link.
  'people/server → signups/server',
  // The health page shows warnings to administrators, and broken links of the content.
  'health/server → warnings/server',
  'health/server → subscriptions/server',
  'health/server → catalogue/server',
  // Settings define when a backup is late, whether links are checked, and which links are exempt.
  'health/server → settings/server',
  'health/server → audit-log/server',
  // Administrators get mails about problems and the week, signed with the site's name.
  'health/server → accounts/server',
  'analytics/server → accounts/server',
  'analytics/server → settings/server',
  // A preview link shows an item with its media. The audit log records the link's creation.
  'preview/server → catalogue/server',
  'preview/server → audit-log/server',
  // Progress obeys the catalogue's visibility.
  'progress/server → catalogue/server',
  // Comfort preferences are stored with an account, and apply in another browser after a login.
  'comfort/server → accounts/server',
  // The comfort panel sets the player's default for captions.
  'comfort/web → catalogue/web',
  // The search uses the owner's synonyms.
  'catalogue/server → settings/server',
  // The export of personal data contains favorites.
  'favorites/server → accounts/server',
  // Waves and favorites can be stored for offline use.
  'catalogue/web → offline/web',
  // Offline items belong to a reader, and the account page lists them.
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
  // The signed-in user determines the result of a click.
  'admin/web → accounts/web',
  'favorites/web → accounts/web',
  'signups/web → accounts/web',
  // Instant access offers the catalogue's first lesson.
  'signups/web → catalogue/web',
  // A favorite obeys the catalogue's visibility.
  'favorites/server → catalogue/server',
  // The content pages show the catalogue's own covers and videos.
  'admin/web → catalogue/web',
  // Administrators and payers see the same names for a subscription's states.
  'admin/web → subscriptions/web',
  // Forms of the administration upload files.
  'admin/web → uploads/web',
  // The page that stops the weekly summary resembles the page that stops the weekly letter.
  'admin/web → letter/web',
  // Uploads are served to readers who may open an item that refers to them.
  'uploads/server → catalogue/server',
  // Mails and the payment provider's pages show the site's name.
  'accounts/server → settings/server',
  'signups/server → settings/server',
  'subscriptions/server → settings/server',
  // The audit log stores the author of a change.
  'catalogue/server → audit-log/server',
  'signups/server → audit-log/server',
  'accounts/server → audit-log/server',
  'settings/server → audit-log/server',
  'subscriptions/server → audit-log/server',
  'trash/server → audit-log/server',
  // Deleted items go into the trash. build-app.ts passes the restoring function to the trash's routes.
  'catalogue/server → trash/server',
  // The history reads the audit log, and restores items and settings by ordinary changes.
  'history/server → audit-log/server',
  'history/server → catalogue/server',
  'history/server → settings/server',
  // Deleting progress also deletes it from the trash.
  'progress/server → trash/server',
]);

/** Pairs of features that import each other, contracts aside. All other pairs have one direction. */
const MUTUAL_PAIRS = new Set([
  // Web: cards have hearts. Server: the list of favorites obeys the catalogue's visibility.
  'catalogue ⇄ favorites',
  // Web: cards show progress and the player reports it. Server: progress obeys the catalogue's visibility.
  'catalogue ⇄ progress',
  // Web: items have a Share button, a shared link shows a cover. Server: previews obey the visibility.
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

/** Splits a path: `src/features/catalogue/web/x.tsx` → room `features`, feature `catalogue`, half `web`. */
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

/** Tells whether a file is the data-only half of a contract. */
const isCalls = (file: string) =>
  /features\/[\w-]+\/contract\/([\w-]+-)?calls\.ts$/.test(file) ||
  /platform\/http\/contract\/(call|headers|parse-(json|url))\.ts$/.test(file);

const broken = (rule: (edge: Import) => boolean) =>
  imports.filter(rule).map(({ from, to }) => `${from} imports ${to}`);

test('the check finds files and imports', () => {
  expect(files.length).toBeGreaterThan(40);
  expect(imports.length).toBeGreaterThan(100);
});

test('platform imports no feature, and only app imports app', () => {
  const rank: Record<string, number> = { app: 2, features: 1, platform: 0 };
  expect(
    broken(({ from, to }) => (rank[folderOf(from).room ?? ''] ?? 9) < (rank[folderOf(to).room ?? ''] ?? 9)),
  ).toEqual([]);
});

test('server and web never import each other', () => {
  expect(broken(({ from, to }) => !isShared(from) && !isShared(to) && isWeb(from) !== isWeb(to))).toEqual([]);
});

const isContract = (file: string) => /\/contract\//.test(file);

test('contracts import contracts, shared rules and endpoint declarations only', () => {
  expect(broken(({ from, to }) => isContract(from) && !isShared(to))).toEqual([]);
});

test('calls import no schema, because the browser imports calls as values', () => {
  expect(broken(({ from, to, typeOnly }) => isCalls(from) && !typeOnly && !isCalls(to))).toEqual([]);
});

test('web code imports no schema as a value, except for forms', () => {
  const forms = /-form\.tsx$|form-schema\.ts$/;
  expect(
    broken(
      ({ from, to, typeOnly }) =>
        isWeb(from) && isContract(to) && !isCalls(to) && !typeOnly && !forms.test(from),
    ),
  ).toEqual([]);
});

test('web code contains no API paths: addresses and query keys come from calls', () => {
  // The service worker is a file of its own and shares nothing with pages.
  const web = files.filter((file) => isWeb(file) && !file.endsWith('/service-worker.ts'));
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm, '');
  expect(
    web.filter((file) => /\/api\\?\//.test(withoutComments(readFileSync(join(ROOT, file), 'utf8')))),
  ).toEqual([]);
});

test('forms import their resolver from the module that stops zod from probing for eval', () => {
  const direct = files.filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('@hookform/resolvers'),
  );
  expect(direct).toEqual(['src/platform/design/form/zod-resolver.ts']);
});

/** Imports between features, without contracts and shared rules. */
const crossings = imports
  .map(({ from, to }) => ({ a: folderOf(from), b: folderOf(to), to }))
  .filter(
    ({ a, b, to }) =>
      a.room === 'features' && b.room === 'features' && a.feature !== b.feature && !isShared(to),
  );

test('imports between features are exactly those on the list', () => {
  const edges = new Set(crossings.map(({ a, b }) => `${a.feature}/${a.half} → ${b.feature}/${b.half}`));
  expect([...edges].filter((edge) => !ALLOWED_EDGES.has(edge))).toEqual([]);
  expect([...ALLOWED_EDGES].filter((edge) => !edges.has(edge))).toEqual([]);
});

test('features that import each other are exactly those on the list', () => {
  const edges = new Set(crossings.map(({ a, b }) => `${a.feature} ⇄ ${b.feature}`));
  const mutual = [...edges].filter((edge) => edges.has(edge.split(' ⇄ ').reverse().join(' ⇄ ')));
  const pairs = new Set(mutual.map((edge) => edge.split(' ⇄ ').sort().join(' ⇄ ')));
  expect([...pairs].sort()).toEqual([...MUTUAL_PAIRS].sort());
});

test('no file is named utils, helpers or index', () => {
  expect(files.filter((file) => /\/(utils?|helpers?|misc|index)(\/|\.tsx?$)/.test(file))).toEqual([]);
});
