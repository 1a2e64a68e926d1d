import type { PageModule } from '#platform/web/page.ts';

interface PageEntry {
  /** As in the address; `:name` stands for one segment. */
  path: string;
  /** The page's file from the repository's root: its chunk in the build. */
  file: string;
  /** Content: shown once the visitor has entered, and the landing page in its place before. */
  gated?: boolean;
  /**
   * The page is the same for all readers of a tier, and is kept as bytes: its `load` asks kept endpoints only, and who
   * is signed in is asked for by the browser. Not for a page that is about the reader.
   */
  kept?: boolean;
}

/** The site's table of contents: every address that people see, and the file that shows it. */
export const pages: PageEntry[] = [
  { path: '/', file: '/src/app/static-pages/front-page.tsx', kept: true },
  { path: '/contact', file: '/src/app/static-pages/contact-page.tsx', kept: true },
  { path: '/about', file: '/src/app/static-pages/about-page.tsx', kept: true },
  { path: '/terms-privacy', file: '/src/app/static-pages/terms-privacy-page.tsx', kept: true },
  { path: '/auth', file: '/src/features/accounts/web/auth-page.tsx' },
  { path: '/forgot-password', file: '/src/features/accounts/web/forgot-password-page.tsx' },
  { path: '/reset-password', file: '/src/features/accounts/web/reset-password-page.tsx' },
  { path: '/verify-email', file: '/src/features/accounts/web/verify-email-page.tsx' },
  { path: '/account', file: '/src/features/accounts/web/account-page.tsx' },
  { path: '/sign-in', file: '/src/features/signups/web/sign-in-link-page.tsx' },
  { path: '/app', file: '/src/features/catalogue/web/oceans-page.tsx', gated: true, kept: true },
  { path: '/oceans/:id', file: '/src/features/catalogue/web/ocean-page.tsx', gated: true, kept: true },
  { path: '/waves/:id', file: '/src/features/catalogue/web/wave-page.tsx', gated: true, kept: true },
  { path: '/droplets/:id', file: '/src/features/catalogue/web/droplet-page.tsx', gated: true, kept: true },
  { path: '/explore', file: '/src/features/catalogue/web/explore-page.tsx', gated: true, kept: true },
  { path: '/accordion', file: '/src/features/catalogue/web/accordion-page.tsx', gated: true, kept: true },
  { path: '/tree', file: '/src/features/catalogue/web/tree-page.tsx', gated: true, kept: true },
  { path: '/classic', file: '/src/features/catalogue/web/classic-page.tsx', gated: true, kept: true },
  { path: '/favorites', file: '/src/features/favorites/web/favorites-page.tsx' },
  { path: '/admin', file: '/src/features/admin/web/dashboard-page.tsx' },
  { path: '/admin/settings', file: '/src/features/settings/web/settings-page.tsx' },
  { path: '/admin/content', file: '/src/features/admin/web/content-page.tsx' },
];

export const NOT_FOUND: PageEntry = { path: '*', file: '/src/app/static-pages/not-found-page.tsx' };
/** What a gated page shows before the visitor has entered. */
const GATE: PageEntry = { path: '*', file: '/src/features/signups/web/landing-page.tsx' };

const modules = import.meta.glob<PageModule>([
  '/src/app/static-pages/*-page.tsx',
  '/src/features/*/web/*-page.tsx',
]);

export interface PageMatch {
  page: PageEntry;
  params: Record<string, string>;
}

/** Whether the page at this path may be kept; what stands in for one that may not be seen yet goes with it. */
export const isKept = (pathname: string): boolean => matchPage(pathname, true).page.kept === true;

/** Finds the page of a path, the 404 page for an unknown one, the gate for content that is not open yet. */
export function matchPage(pathname: string, entered: boolean): PageMatch {
  const segments = split(pathname);
  for (const page of pages) {
    const params = matchSegments(split(page.path), segments);
    if (params) return page.gated && !entered ? { page: GATE, params: {} } : { page, params };
  }
  return { page: NOT_FOUND, params: {} };
}

const split = (path: string) => path.split('/').filter((segment) => segment !== '');

function matchSegments(pattern: string[], segments: string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] as string;
    if (!part.startsWith(':')) {
      if (part !== segment) return null;
    } else if (/^[1-9]\d*$/.test(segment)) params[part.slice(1)] = segment;
    else return null;
  }
  return params;
}

/** A promise that tells React's `use`, as it asks, what it has come to. */
type Known<T> = Promise<T> & { status?: 'fulfilled'; value?: T };

/** Whether the code of a page, as `loadPage` answers it, has come. */
export const isHere = (code: Known<PageModule>): boolean => code.status !== undefined;

/** So long a failed fetch stands, in ms: whoever draws the page must meet the same failure again, not a new fetch each time. */
const PAUSE = 1_000;

const loading = new Map<string, Known<PageModule>>();

/** Fetches the page's code, once; a failed fetch may be tried again. */
export function loadPage(page: PageEntry): Promise<PageModule> {
  const begun = loading.get(page.file);
  if (begun) return begun;
  const load = modules[page.file];
  if (!load) throw new Error(`No such page file: ${page.file}`);
  const promise: Known<PageModule> = load();
  loading.set(page.file, promise);
  promise.then(
    // Known at once by the next render, so that nothing waits for what is here already.
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => setTimeout(() => loading.delete(page.file), PAUSE),
  );
  return promise;
}
