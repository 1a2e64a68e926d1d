import { type LazyModule, lazyModule } from '#platform/web/lazy-module.ts';
import type { PageModule } from '#platform/web/page.ts';

interface PageEntry {
  /** URL path; `:name` matches one segment. */
  path: string;
  /** The page's file, relative to the repository's root. Each is a chunk of the build. */
  file: string;
  /**
   * Whether the page needs an entered browser. Otherwise the landing page replaces it; with `item`, the
   * landing page shows the item above its form.
   */
  gated?: true | 'item';
  /**
   * Whether the page is equal for all readers of a tier, and cached. Its `load` then calls only cacheable
   * endpoints, and the browser asks who is signed in. Not for pages about the reader.
   */
  cacheable?: boolean;
}

const ADMIN_FILES = '/src/features/admin/';

/** Makes the entry of a page of content. Every first view loads the list of pages, so entries are short. */
const content = (path: string, file: string, gated: PageEntry['gated'] = true): PageEntry => ({
  path,
  file: `/src/features/catalogue/web/${file}-page.tsx`,
  gated,
  cacheable: true,
});

/** Makes the entry of an administration page. Without `file`, folder and file are named after the path. */
const admin = (path: string, file = path + path): PageEntry => ({
  path: `/admin${path}`,
  file: `${ADMIN_FILES}web${file}-page.tsx`,
});

/** All page URLs, with the files of the pages. */
export const pages: PageEntry[] = [
  { path: '/', file: '/src/app/static-pages/front-page.tsx', cacheable: true },
  { path: '/contact', file: '/src/app/static-pages/contact-page.tsx', cacheable: true },
  { path: '/about', file: '/src/app/static-pages/about-page.tsx', cacheable: true },
  { path: '/terms-privacy', file: '/src/app/static-pages/terms-privacy-page.tsx', cacheable: true },
  { path: '/auth', file: '/src/app/composed-pages/auth-page.tsx' },
  { path: '/forgot-password', file: '/src/features/accounts/web/password/forgot-password-page.tsx' },
  { path: '/reset-password', file: '/src/features/accounts/web/password/reset-password-page.tsx' },
  { path: '/verify-email', file: '/src/features/accounts/web/email/verify-email-page.tsx' },
  { path: '/account', file: '/src/app/composed-pages/account-page.tsx' },
  { path: '/letter', file: '/src/features/letter/web/letter-page.tsx', gated: true },
  { path: '/letter/link', file: '/src/features/letter/web/letter-page.tsx' },
  { path: '/sign-in', file: '/src/features/signups/web/sign-in-link-page.tsx' },
  { path: '/redeem', file: '/src/features/gifts/web/redeem-page.tsx' },
  content('/app', 'grid/oceans'),
  content('/oceans/:id', 'grid/ocean', 'item'),
  content('/waves/:id', 'grid/wave', 'item'),
  content('/droplets/:id', 'viewer/droplet', 'item'),
  content('/explore', 'explore/explore'),
  content('/accordion', 'accordion/accordion'),
  content('/tree', 'tree/tree'),
  content('/classic', 'classic/classic'),
  { path: '/favorites', file: '/src/app/composed-pages/favorites-page.tsx' },
  admin('', '/dashboard'),
  admin('/users', '/people/people'),
  admin('/users/import', '/members/member-import'),
  admin('/users/gifts', '/gifts/gifts'),
  admin('/users/:id', '/people/person'),
  admin('/users/signups/:id', '/people/signup-person'),
  admin('/subscriptions'),
  admin('/subscriptions/price', '/subscriptions/price/price'),
  admin('/subscriptions/payments', '/payments/payments'),
  admin('/subscriptions/:id', '/subscriptions/subscription'),
  admin('/health'),
  admin('/settings'),
  admin('/analytics'),
  // Opened by the token of a mailed link, without a session.
  { ...admin('', '/analytics/summary'), path: '/summary' },
  admin('/calendar', '/schedule/calendar'),
  admin('/captions'),
  admin('/content'),
  admin('/import'),
  admin('/check'),
  admin('/history', '/history/changes'),
  admin('/history/versions', '/history/versions'),
  admin('/texts'),
  admin('/trash'),
  admin('/droplets/:id/writing', '/writing/writing'),
];

/** Development only: shows the shared design set. */
const DESIGN_PAGE: PageEntry = { path: '/design', file: '/src/platform/design/showcase/design-page.tsx' };
if (import.meta.env.DEV) pages.push(DESIGN_PAGE);

export const NOT_FOUND: PageEntry = { path: '*', file: '/src/app/static-pages/not-found-page.tsx' };
/** Replaces a gated page before the visitor has entered. */
const GATE: PageEntry = { path: '*', file: '/src/features/signups/web/landing/landing-page.tsx' };
const ITEM_GATE: PageEntry = { path: '*', file: '/src/features/sharing/web/shared-link-page.tsx' };

const modules: Record<string, () => Promise<PageModule>> = {
  ...import.meta.glob<PageModule>([
    '/src/app/composed-pages/*-page.tsx',
    '/src/app/static-pages/*-page.tsx',
    '/src/features/*/web/**/*-page.tsx',
    '!/src/features/admin/**',
  ]),
  ...(import.meta.env.DEV && import.meta.glob<PageModule>('/src/platform/design/showcase/*-page.tsx')),
};

export interface PageMatch {
  page: PageEntry;
  params: Record<string, string>;
}

/** Tells whether the page at this path is cacheable. The landing page in its place then is too. */
export const isCacheable = (pathname: string): boolean => matchPage(pathname, true).page.cacheable === true;

/** Finds the page of a path: the 404 page for an unknown path, the landing page for a gated one. */
export function matchPage(pathname: string, entered: boolean): PageMatch {
  const segments = split(pathname);
  for (const page of pages) {
    const params = matchSegments(split(page.path), segments);
    if (!params) continue;
    if (entered || !page.gated) return { page, params };
    return page.gated === 'item'
      ? { page: ITEM_GATE, params: { path: pathname } }
      : { page: GATE, params: {} };
  }
  return { page: NOT_FOUND, params: {} };
}

const split = (path: string) => path.split('/').filter((segment) => segment !== '');

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] as string;
    if (part[0] === ':') {
      // A slug may follow the number: `/droplets/3-finish-the-sentence`. `PathId` has the same limit.
      const id = /^([1-9]\d{0,14})(?:-|$)/.exec(segment)?.[1];
      if (!id) return null;
      params[part.slice(1)] = id;
    } else if (part !== segment) return null;
  }
  return params;
}

/** Lifetime of a failed load, in ms, so that a page rendered twice in that time fails in the same way. */
const FAILURE_MS = 1_000;

const loaders = new Map<string, LazyModule<PageModule>>();

/** Returns the loader of a page's code. A failed load is retried after a second at the earliest. */
export function codeOf({ file }: PageEntry): LazyModule<PageModule> {
  const loader = loaders.get(file) ?? lazyModule(() => loadPage(file), FAILURE_MS);
  loaders.set(file, loader);
  return loader;
}

async function loadPage(file: string): Promise<PageModule> {
  // Learners do not load the list of the administration's files.
  if (file.startsWith(ADMIN_FILES)) return (await import('./admin-page-modules.ts')).loadAdminPage(file);
  return (modules[file] as () => Promise<PageModule>)();
}
