import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Suspense, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type AroundNavHandler, Router, useLocation } from 'wouter';
import { userQuery } from '#features/accounts/web/queries.ts';
import { PageSpinner } from '#platform/design/spinner.tsx';
import type { Api } from '#platform/web/api-client.ts';
import { markEntered } from '#platform/web/entered.ts';
import { type Site, SiteContext } from '#platform/web/page.ts';
import { changePage } from '#platform/web/view-transition.ts';
import { LostPage } from './offline/lost-page.tsx';
import { isHere, loadPage, matchPage, type PageMatch } from './pages.ts';
import { Shell } from './shell/shell.tsx';

export interface AppProps {
  api: Api;
  queries: QueryClient;
  publicUrl: string;
  /** See `Site.today`. */
  today: string;
  /** What the entered cookie said when the page was asked for. */
  enteredByCookie: boolean;
  /** Somebody was signed in then; who it is may be asked for only now. */
  signedIn: boolean;
  /** On the server: the address that is rendered. */
  ssr?: { path: string; search: string };
}

/** The application of one request or one tab. */
export function App({ ssr, queries, ...rest }: AppProps) {
  return (
    <QueryClientProvider client={queries}>
      <Router {...(ssr ? { ssrPath: ssr.path, ssrSearch: ssr.search } : {})}>
        <Entered queries={queries} {...rest} />
      </Router>
    </QueryClientProvider>
  );
}

function Entered({ api, queries, publicUrl, today, enteredByCookie, ...born }: Omit<AppProps, 'ssr'>) {
  const [path] = useLocation();
  const { data: user } = useQuery(userQuery(api));
  const [hasEmail, setHasEmail] = useState(enteredByCookie);
  const signedIn = user === undefined ? born.signedIn : user !== null;
  const entered = hasEmail || signedIn;

  const enter = useCallback((email: string | null) => {
    markEntered(email);
    setHasEmail(true);
  }, []);
  const preload = useCallback(
    (href: string) => void preloadPage(href, { api, queries, entered }),
    [api, queries, entered],
  );
  const site: Site = useMemo(
    () => ({ api, publicUrl, today, signedIn, entered, enter, preload }),
    [api, publicUrl, today, signedIn, entered, enter, preload],
  );
  const match = matchPage(path, entered);
  const aroundNav = useMemo(() => makeMoves(entered, preload), [entered, preload]);
  useArrival(path);

  return (
    <SiteContext value={site}>
      <Router aroundNav={aroundNav}>
        <Shell>
          <LostPage key={match.page.file}>
            <Suspense fallback={<OnItsWay />}>
              <PageView match={match} />
            </Suspense>
          </LostPage>
        </Shell>
      </Router>
    </SiteContext>
  );
}

/** A page whose code is not here yet. */
function OnItsWay() {
  return (
    <>
      <title>Loading</title>
      <PageSpinner />
    </>
  );
}

function PageView({ match }: { match: PageMatch }) {
  const { Page } = use(loadPage(match.page));
  return <Page params={match.params} />;
}

/** So long a press may wait for the code of its page before the spinner takes over, in ms. */
const PATIENCE = 150;

/**
 * How a press moves to another page: its data is asked for, its code is awaited for a moment so that no spinner
 * flashes, and the change is one transition. What the program itself does, and a change within the page, is done at once.
 */
function makeMoves(entered: boolean, preload: (href: string) => void): AroundNavHandler {
  let latest = 0;
  return (navigate, to, options) => {
    latest += 1;
    const { pathname } = new URL(to, location.href);
    if (!options?.transition || options.replace || pathname === location.pathname) {
      navigate(to, options);
      return;
    }
    const mine = latest;
    const move = () => {
      // Whoever has pressed something else since wants to go there.
      if (mine === latest) changePage(() => flushSync(() => navigate(to, options)));
    };
    preload(to);
    const code = loadPage(matchPage(pathname, entered).page);
    if (isHere(code)) move();
    else void Promise.race([code, new Promise((resolve) => setTimeout(resolve, PATIENCE))]).then(move, move);
  };
}

/** Code and data of a page, ahead of the click. Failures wait for the click, where they are shown. */
async function preloadPage(
  href: string,
  { api, queries, entered }: { api: Api; queries: QueryClient; entered: boolean },
): Promise<void> {
  const url = new URL(href, location.href);
  if (url.origin !== location.origin) return;
  const match = matchPage(url.pathname, entered);
  try {
    const module = await loadPage(match.page);
    await module.load?.({ api, queries, params: match.params, search: url.searchParams, entered });
  } catch {
    // Only a head start was lost.
  }
}

/** After a move to another page: the top of it, and focus on its main part, for those who read by ear. */
function useArrival(path: string): void {
  const previous = useRef(path);
  const byHistory = useRef(false);
  useEffect(() => {
    const onPop = () => {
      // Back within a page (out of the viewer) is no arrival.
      byHistory.current = location.pathname !== previous.current;
    };
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, []);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    // Back and forward keep the place that the browser restores.
    if (!byHistory.current) {
      scrollTo({ top: 0, behavior: 'instant' });
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    }
    byHistory.current = false;
  }, [path]);
}
