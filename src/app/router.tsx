import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Suspense, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type AroundNavHandler, Router, useLocation } from 'wouter';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { PageSpinner } from '#platform/design/state/spinner.tsx';
import type { Api } from '#platform/web/api-client.ts';
import { useEarlyActions } from '#platform/web/early-actions/use-early-actions.ts';
import { markEntered } from '#platform/web/entered.ts';
import { type Site, SiteContext } from '#platform/web/page.ts';
import { changePage } from '#platform/web/view-transition.ts';
import { LostPage } from './offline/lost-page.tsx';
import { codeOf, matchPage, type PageMatch } from './pages.ts';
import { Shell } from './shell/shell.tsx';

interface AppProps {
  api: Api;
  queries: QueryClient;
  publicUrl: string;
  /** See `Site.today`. */
  today: string;
  /** Whether the request had an entered cookie that was not revoked. */
  enteredByCookie: boolean;
  /** Whether the request had a valid session. The browser may have to request the user. */
  signedIn: boolean;
  /** The requested address, on the server. */
  ssr?: { path: string; search: string };
}

/** The application, once per request or tab. */
export function App({ ssr, queries, ...rest }: AppProps) {
  return (
    <QueryClientProvider client={queries}>
      <Router {...(ssr ? { ssrPath: ssr.path, ssrSearch: ssr.search } : {})}>
        <Entered queries={queries} {...rest} />
      </Router>
    </QueryClientProvider>
  );
}

function Entered({ api, queries, publicUrl, today, enteredByCookie, ...rendered }: Omit<AppProps, 'ssr'>) {
  const [path] = useLocation();
  const { data: user } = useQuery(userQuery(api));
  const [hasEmail, setHasEmail] = useState(enteredByCookie);
  const signedIn = user === undefined ? rendered.signedIn : user !== null;
  const entered = hasEmail || signedIn;

  const enter = useCallback((email: string | null) => {
    markEntered(email);
    setHasEmail(true);
  }, []);
  const preload = useCallback(
    (href: string, willBeEntered = entered) =>
      void preloadPage(href, { api, queries, entered: willBeEntered }),
    [api, queries, entered],
  );
  const site: Site = useMemo(
    () => ({ api, publicUrl, today, signedIn, entered, enter, leave: () => setHasEmail(false), preload }),
    [api, publicUrl, today, signedIn, entered, enter, preload],
  );
  const match = matchPage(path, entered);
  const aroundNav = useMemo(() => makeNavigation(entered, preload), [entered, preload]);
  useArrival(path);

  return (
    <SiteContext value={site}>
      <Router aroundNav={aroundNav}>
        <Shell>
          <LostPage key={match.page.file}>
            <Suspense fallback={<PageLoading />}>
              <PageView match={match} />
            </Suspense>
          </LostPage>
        </Shell>
      </Router>
    </SiteContext>
  );
}

/** Shown while the page's code loads. */
function PageLoading() {
  return (
    <>
      <title>Loading</title>
      <PageSpinner />
    </>
  );
}

function PageView({ match }: { match: PageMatch }) {
  const { Page } = use(codeOf(match.page)());
  useEarlyActions(() => document.getElementById('main'));
  return <Page params={match.params} />;
}

/** Maximum wait of a click for its page's code until the spinner appears, in ms. */
const SPINNER_DELAY = 150;

/**
 * Makes the handler of navigations. A click on a link requests the data, waits briefly for the code so that
 * no spinner flashes, and changes the page in one transition. Other navigations happen at once.
 */
function makeNavigation(entered: boolean, preload: (href: string) => void): AroundNavHandler {
  let latest = 0;
  return (navigate, to, options) => {
    const { href, pathname } = new URL(to, location.href);
    const isHere = pathname === location.pathname;
    // A search that writes its text into the address is no click, so it does not cancel a pending one.
    if (!isHere || !options?.replace) latest += 1;
    // Like a browser's link. Another history entry would make Back do nothing.
    if (href === location.href && !options?.replace) return scrollTo({ top: 0, behavior: 'instant' });
    if (!options?.transition || options.replace || isHere) {
      navigate(to, options);
      return;
    }
    const mine = latest;
    const change = () => {
      // A later click wins.
      if (mine === latest) changePage(() => flushSync(() => navigate(to, options)));
    };
    preload(to);
    const code = codeOf(matchPage(pathname, entered).page);
    if (code.loaded()) change();
    else
      void Promise.race([
        // No reason to reload the page, which has the old address still.
        code.preload(),
        new Promise((resolve) => setTimeout(resolve, SPINNER_DELAY)),
      ]).then(change);
  };
}

/** Loads a page's code and data before the click. The click shows a failure. */
async function preloadPage(
  href: string,
  { api, queries, entered }: { api: Api; queries: QueryClient; entered: boolean },
): Promise<void> {
  const url = new URL(href, location.href);
  if (url.origin !== location.origin) return;
  const match = matchPage(url.pathname, entered);
  try {
    const module = await codeOf(match.page).preload();
    await module?.load?.({ api, queries, params: match.params, search: url.searchParams, entered });
  } catch {
    // The click loads again.
  }
}

/** Scrolls to the top of a new page, and moves the focus to its main part, where screen readers continue. */
function useArrival(path: string): void {
  // In the form of the address bar, because `path` is decoded. Empty until the first page, which keeps its
  // focus.
  const shown = useRef('');
  const byHistory = useRef(true);
  useEffect(() => {
    const onPop = () => {
      // Back may stay on the page, for example to close the viewer.
      byHistory.current = location.pathname !== shown.current;
    };
    // Runs before the router's listener, which shows the page at once.
    addEventListener('popstate', onPop, { capture: true });
    return () => removeEventListener('popstate', onPop, { capture: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is an arrival
  useEffect(() => {
    // The scroll positions of the first page, and after Back and Forward, are restored instead.
    if (!byHistory.current) scrollTo({ top: 0, behavior: 'instant' });
    if (shown.current !== '') document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    shown.current = location.pathname;
    byHistory.current = false;
  }, [path]);
}
