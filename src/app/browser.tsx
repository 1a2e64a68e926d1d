import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import './styles.css';
import { makeApi } from '#platform/web/api-client.ts';
import { HtmlDocument, type PageState, STATE_ELEMENT } from './document.tsx';
import { registerWorker } from './offline/register-worker.ts';
import { loadPage, matchPage } from './pages.ts';
import { makeQueryClient } from './query-client.ts';
import { App } from './router.tsx';
import { awaitTooltips } from './shell/await-tooltips.ts';

const stateJson = document.getElementById(STATE_ELEMENT)?.textContent ?? '{}';
const state = JSON.parse(stateJson) as PageState;
const queries = makeQueryClient();
const known = state.queries as DehydratedState;
// A kept page does not say when it was made: it is true as of the moment at which it was asked for.
for (const query of known.queries) query.state.dataUpdatedAt = Date.now();
hydrate(queries, known);
const api = makeApi((path, init) => fetch(path, init));

// The page's own code first, so that hydration finds what the server rendered.
await loadPage(matchPage(location.pathname, state.enteredByCookie || state.signedIn).page);
// In slices: a slow phone answers a finger in between, and the finger's own place first.
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
awaitTooltips();
registerWorker();
