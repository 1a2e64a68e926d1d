import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/* The rules of docs/architecture.md about who may import what, held against every file under src. */

const ROOT = resolve(import.meta.dirname, '..');

/**
 * Edges between features, beyond contracts, which are free. Our coupling in plain sight: `importer → imported`.
 */
const ALLOWED_EDGES = new Set([
  // A redeemed link signs in the account that bears the address.
  'signups/server → accounts/server',
  // Hearts stand on every card, page and in the viewer.
  'catalogue/web → favorites/web',
  // Locked content leads to the subscription.
  'catalogue/web → subscriptions/web',
  // Whoever signs in takes over what this browser or this address has paid for; whoever leaves ends it.
  'accounts/server → subscriptions/server',
  // The account page shows one's subscription; after a payment the user is asked for anew.
  'accounts/web → subscriptions/web',
  'subscriptions/web → accounts/web',
  // Every admin page stands in the same frame, and its forms are made of the same parts.
  'settings/web → admin/web',
  'settings/web → accounts/web',
  // The site's name and texts are settings.
  'admin/web → settings/web',
  'accounts/web → settings/web',
  'catalogue/web → settings/web',
  'favorites/web → settings/web',
  'signups/web → settings/web',
  'subscriptions/web → settings/web',
  // Who is signed in decides what a click does.
  'admin/web → accounts/web',
  'favorites/web → accounts/web',
  'signups/web → accounts/web',
  // A favorite is shown with the catalogue's cards, and obeys the catalogue's visibility.
  'favorites/server → catalogue/server',
  'favorites/web → catalogue/web',
  // The content pages show the catalogue's own covers and videos.
  'admin/web → catalogue/web',
  // Files are uploaded from its forms.
  'admin/web → uploads/web',
  // A file is served to whoever may open an item that refers to it.
  'uploads/server → catalogue/server',
  // Who changed what is written down with the change.
  'catalogue/server → trail/server',
  'signups/server → trail/server',
  'settings/server → trail/server',
  // One's own data, to take along.
  'accounts/server → signups/server',
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
function placeOf(file: string) {
  const [, room, feature, half] = file.split('/');
  return { room, feature, half: half?.includes('.') ? half.replace(/\.\w+$/, '') : half };
}

const isWeb = (file: string) =>
  /\/web\/|platform\/design\/|app\/(offline|shell|static-pages)\/|\.tsx$|app\/(pages|query-client)\.ts$/.test(
    file,
  );
const isShared = (file: string) =>
  /\/(contract|[\w]+-contract|[\w]+-schema)\.ts$|platform\/http\/(endpoint|fields)\.ts$|features\/\w+\/shared\//.test(
    file,
  ) && !/\/(web|server)\//.test(file);

const broken = (rule: (edge: Import) => boolean) =>
  imports.filter(rule).map(({ from, to }) => `${from} imports ${to}`);

test('there is something to check', () => {
  expect(files.length).toBeGreaterThan(40);
  expect(imports.length).toBeGreaterThan(100);
});

test('app composes, features do, platform serves and knows no feature', () => {
  const rank: Record<string, number> = { app: 2, features: 1, platform: 0 };
  expect(
    broken(({ from, to }) => (rank[placeOf(from).room ?? ''] ?? 9) < (rank[placeOf(to).room ?? ''] ?? 9)),
  ).toEqual([]);
});

test('server and web never import each other', () => {
  expect(broken(({ from, to }) => !isShared(from) && !isShared(to) && isWeb(from) !== isWeb(to))).toEqual([]);
});

test('a contract imports contracts and the declaration of endpoints, nothing else of ours', () => {
  expect(broken(({ from, to }) => from.endsWith('/contract.ts') && !isShared(to))).toEqual([]);
});

test('pages keep schemas out of the browser: contracts are imported as types, but for forms', () => {
  const forms = /-form\.tsx$|form-schema\.ts$/;
  expect(
    broken(
      ({ from, to, typeOnly }) =>
        isWeb(from) && to.endsWith('/contract.ts') && !typeOnly && !forms.test(from),
    ),
  ).toEqual([]);
});

test('every edge between features is on the list, and every edge on the list is used', () => {
  const edges = new Set(
    imports
      .map(({ from, to }) => ({ a: placeOf(from), b: placeOf(to), to }))
      .filter(
        ({ a, b, to }) =>
          a.room === 'features' && b.room === 'features' && a.feature !== b.feature && !isShared(to),
      )
      .map(({ a, b }) => `${a.feature}/${a.half} → ${b.feature}/${b.half}`),
  );
  expect([...edges].filter((edge) => !ALLOWED_EDGES.has(edge))).toEqual([]);
  expect([...ALLOWED_EDGES].filter((edge) => !edges.has(edge))).toEqual([]);
});

test('nothing is named utils, helpers or index', () => {
  expect(files.filter((file) => /\/(utils?|helpers?|misc|index)(\/|\.tsx?$)/.test(file))).toEqual([]);
});
