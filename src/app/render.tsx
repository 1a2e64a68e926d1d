import { type DehydratedState, dehydrate } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { userQuery } from '#features/accounts/web/queries.ts';
import { settingsQuery } from '#features/settings/web/site-settings.ts';
import { ApiError, type Fetch, makeApi } from '#platform/web/api-client.ts';
import { ENTERED_COOKIE, ENTERED_SCRIPT } from '#platform/web/entered.ts';
import { type Assets, HtmlDocument, type PageState } from './document.tsx';
import { isKept, loadPage, matchPage, NOT_FOUND } from './pages.ts';
import { makeQueryClient } from './query-client.ts';
import { App } from './router.tsx';

export interface RenderRequest {
  /** Path and query of the page. */
  url: string;
  publicUrl: string;
  /** What the entered cookie says. */
  enteredByCookie: boolean;
  /**
   * Given for a page that is kept: whether its readers are signed in. Who they are stays open, and `fetch` answers for
   * their tier. Not given: the page is for one reader, as whom `fetch` asks.
   */
  signedIn?: boolean;
  /** Calls the application itself. */
  fetch: Fetch;
  /** The files of a page, by its source file. */
  assetsOf(pageFile: string): Assets;
}

export type Rendered = { redirect: string } | { status: number; html: string; complete: boolean };

/** Inline scripts of ours, for the content security policy. */
export const inlineScripts = [ENTERED_SCRIPT];

export const enteredCookie = ENTERED_COOKIE;

/** Joined, not resolved: a path that begins with `//` names no other site here, and none is unreadable. */
const addressOf = (url: string) => new URL(`http://site${url.replace(/^https?:\/\/[^/]*/i, '')}`);

/** Whether the page at an address is the same for all readers of a tier. */
export const isKeptPage = (url: string): boolean => isKept(addressOf(url).pathname);

/**
 * Renders a page to complete HTML. A page that cannot load its data is still rendered, with its own error text,
 * and status 500, or 503 where it may work in a moment.
 */
export async function render(request: RenderRequest): Promise<Rendered> {
  const url = addressOf(request.url);
  const api = makeApi(request.fetch);
  const queries = makeQueryClient();
  const [signedIn] = await Promise.all([
    request.signedIn ?? queries.fetchQuery(userQuery(api)).then(Boolean, () => false),
    queries.prefetchQuery({ ...settingsQuery(api), retry: false }),
  ]);
  if (!signedIn) queries.setQueryData(userQuery(api).queryKey, null);
  const { enteredByCookie } = request;
  const entered = enteredByCookie || signedIn;
  const { page, params } = matchPage(url.pathname, entered);
  const module = await loadPage(page);

  let status = page === NOT_FOUND ? 404 : 200;
  try {
    const result = await module.load?.({ api, queries, params, search: url.searchParams, entered });
    if (result && 'redirect' in result) return result;
    if (result) status = result.status;
  } catch (error) {
    status = error instanceof ApiError && (error.status < 500 || error.status === 503) ? error.status : 500;
  }

  const today = new Date().toISOString().slice(0, 10);
  const assets = request.assetsOf(page.file);
  const state: PageState = {
    publicUrl: request.publicUrl,
    today,
    enteredByCookie,
    signedIn,
    assets,
    queries: timeless(
      // Only what succeeded: the browser asks again for the rest.
      dehydrate(queries, { shouldDehydrateQuery: (query) => query.state.status === 'success' }),
    ),
  };
  const html = renderToString(
    <HtmlDocument assets={assets} stateJson={toScriptJson(state)}>
      <App
        api={api}
        queries={queries}
        publicUrl={request.publicUrl}
        today={today}
        enteredByCookie={enteredByCookie}
        signedIn={signedIn}
        ssr={{ path: url.pathname, search: url.search }}
      />
    </HtmlDocument>,
  );
  queries.clear();
  return { status, html: `<!doctype html>${html}`, complete: status < 500 };
}

/** Without the moment of rendering: the same page is the same bytes on every node, and true as of each request. */
const timeless = ({ queries }: DehydratedState): DehydratedState => ({
  mutations: [],
  queries: queries.map((query) => ({
    ...query,
    dehydratedAt: 0,
    state: { ...query.state, dataUpdatedAt: 0 },
  })),
});

/** `</script>` inside a text must not end the element. */
const toScriptJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
