import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { userQuery } from '#features/accounts/web/session/queries.ts';
import { EARLY_KEYS_SCRIPT } from '#features/admin/web/keys/early-keys.tsx';
import { ServedBar } from '#features/preview/web/served-bar.tsx';
import { isApart } from '#features/settings/shared/page-texts/is-page-text.ts';
import { settingsQuery } from '#features/settings/web/site-settings.ts';
import { requestAddress } from '#platform/http/contract/parse-url.ts';
import { toScriptJson } from '#platform/text/markup.ts';
import { type Fetch, makeApi } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { STATE_END } from '#platform/web/inline-scripts/late-scripts-script.ts';
import { type Assets, FIRST_SCRIPT, HtmlDocument, type PageState } from './document.tsx';
import { codeOf, isCacheable, matchPage, NOT_FOUND } from './pages.ts';
import { makeQueryClient } from './query-client.ts';
import { App } from './router.tsx';

export interface RenderRequest {
  /** Path and query of the page. */
  url: string;
  publicUrl: string;
  /** Whether the request has an entered cookie that was not revoked. */
  enteredByCookie: boolean;
  /**
   * For a cached page: whether its readers are signed in. `fetch` then returns responses for their tier.
   * Undefined: the page is for one reader, and `fetch` sends that reader's cookie.
   */
  signedIn?: boolean;
  /** Whether the reader has opened a preview link, which adds a bar. */
  isPreview?: boolean;
  /** Calls the application itself. */
  fetch: Fetch;
  /** Returns the files of a page, by its source file. */
  assetsOf(pageFile: string): Assets;
}

type Rendered = { redirect: string } | { status: number; html: string; complete: boolean };

/** The site's inline scripts, for the content security policy. */
export const inlineScripts = [FIRST_SCRIPT, EARLY_KEYS_SCRIPT];

/** Source file of the preview bar, for its sheet. */
const BAR_FILE = '/src/features/preview/web/view-bar.tsx';

/** Tells whether the page at an address is equal for all readers of a tier. */
export const isCacheablePage = (url: string): boolean => isCacheable(requestAddress(url).pathname);

/**
 * Renders a page to complete HTML. A page whose data fails to load is rendered with its error state, and with
 * the status of the failure: 404, 503 and so on, or 500. A cached page also gets the status of a failing
 * server where it shows a default, such as the owner's text, because only pages with 200 are cached.
 */
export async function render(request: RenderRequest): Promise<Rendered> {
  const url = requestAddress(request.url);
  const api = makeApi(request.fetch);
  const queries = makeQueryClient();
  const [signedIn] = await Promise.all([
    request.signedIn ?? queries.fetchQuery(userQuery(api)).then(Boolean, () => false),
    queries.prefetchQuery({ ...settingsQuery(api), retry: false }),
  ]);
  // Only the pages that show these texts contain them.
  queries.setQueryData(settingsQuery(api).queryKey, (settings) =>
    settings?.filter(({ key }) => !isApart(key)),
  );
  if (!signedIn) queries.setQueryData(userQuery(api).queryKey, null);
  const { enteredByCookie } = request;
  const entered = enteredByCookie || signedIn;
  const { page, params } = matchPage(url.pathname, entered);
  const module = await codeOf(page)();

  let status = page === NOT_FOUND ? 404 : 200;
  try {
    const result = await module.load?.({ api, queries, params, search: url.searchParams, entered });
    if (result && 'redirect' in result) return result;
    if (result) status = result.status;
  } catch (error) {
    status = statusOf(error);
  }
  if (request.signedIn !== undefined) status = Math.max(status, ...serverFailures(queries));

  const today = new Date().toISOString().slice(0, 10);
  const assets = assetsFor(request, page.file);
  const state: PageState = {
    publicUrl: request.publicUrl,
    today,
    enteredByCookie,
    signedIn,
    assets,
    queries: timeless(
      // Only successful queries, because the browser repeats the others.
      dehydrate(queries, { shouldDehydrateQuery: (query) => query.state.status === 'success' }),
    ),
  };
  const html = renderToString(
    <HtmlDocument assets={assets} stateJson={toScriptJson(state) + STATE_END}>
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
  return { status, html: `<!doctype html>${withBar(html, request)}`, complete: status < 500 };
}

/** Returns the status of a page whose data failed to load. */
function statusOf(error: unknown): number {
  const answered = error instanceof ApiError ? error.status : 0;
  return answered === 503 || (answered > 0 && answered < 500) ? answered : 500;
}

/** Returns the statuses of calls that failed on the server. */
const serverFailures = (queries: QueryClient): number[] =>
  queries
    .getQueryCache()
    .getAll()
    .flatMap(({ state: { error } }) => (error === null ? [] : statusOf(error)))
    .filter((status) => status >= 500);

/** Returns the files of a page, plus the sheet of the preview bar. */
function assetsFor({ assetsOf, isPreview }: RenderRequest, pageFile: string): Assets {
  const assets = assetsOf(pageFile);
  if (!isPreview) return assets;
  return { ...assets, styles: [...new Set([...assets.styles, ...assetsOf(BAR_FILE).styles])] };
}

/** Inserts the preview bar above the page. Hydration skips it, like insertions of extensions. */
const withBar = (html: string, { isPreview }: RenderRequest): string =>
  isPreview ? html.replace('<body>', `<body>${renderToStaticMarkup(<ServedBar />)}`) : html;

/** Removes the time of rendering, so that every node renders the same bytes. */
const timeless = ({ queries }: DehydratedState): DehydratedState => ({
  mutations: [],
  queries: queries.map((query) => ({
    ...query,
    dehydratedAt: 0,
    state: { ...query.state, dataUpdatedAt: 0 },
  })),
});
