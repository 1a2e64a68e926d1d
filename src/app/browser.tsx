import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import './styles.css';
import { makeApi } from '#platform/web/api-client.ts';
import { prepareEarlyActions } from '#platform/web/early-actions/use-early-actions.ts';
import { STATE_ELEMENT } from '#platform/web/inline-scripts/late-scripts-script.ts';
import { HtmlDocument, type PageState } from './document.tsx';
import { registerWorker } from './offline/register-worker.ts';
import { codeOf, matchPage } from './pages.ts';
import { makeQueryClient } from './query-client.ts';
import { App } from './router.tsx';
import { awaitTooltips } from './shell/await-tooltips.ts';

const stateJson = document.getElementById(STATE_ELEMENT)?.textContent ?? '{}';
const state = JSON.parse(stateJson) as PageState;
const queries = makeQueryClient();
const known = state.queries as DehydratedState;
// A cached page contains no time, so its data counts as fresh from the request on.
for (const query of known.queries) query.state.dataUpdatedAt = Date.now();
hydrate(queries, known);
const api = makeApi((path, init) => fetch(path, init));

// Loads the page's code first, because hydration must not begin with a spinner.
await codeOf(matchPage(location.pathname, state.enteredByCookie || state.signedIn).page)();
await prepareEarlyActions();
// A transition hydrates in slices, so that a slow phone responds to touches in between.
startTransition(() => {
  hydrateRoot(
    document,
    <HtmlDocument assets={state.assets} stateJson={stateJson}>
      <App
        api={api}
        queries={queries}
        publicUrl={state.publicUrl}
        today={state.today}
        enteredByCookie={state.enteredByCookie}
        signedIn={state.signedIn}
      />
    </HtmlDocument>,
  );
});
// Menus and lists of resources are popovers. Decision 0024 names the browsers without them.
if (!('popover' in HTMLElement.prototype)) void import('@oddbird/popover-polyfill');
awaitTooltips();
registerWorker();
